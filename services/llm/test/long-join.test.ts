import { until, withFrozenTimers } from '@medley/testing';
import { startLongTextHarness, numberedText, translate, type LongTextHarness } from './long-text-harness';

const text = numberedText(300_000);
const answer = ({ text: part }: { text: string }): string => translate(part);
let long: LongTextHarness | undefined;
afterEach(async () => {
  await long?.close();
  long = undefined;
});

describe('a long text that is translated', () => {
  test('contains every sentence once and in order, with unchanged paragraphs', async () => {
    const harness = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
    const output = await harness.succeed(text, { template: 'translate' });

    expect(output.text === translate(text)).toBe(true);
    const { calls } = harness.model;
    expect(calls.length).toBeGreaterThan(30);
    expect(harness.model.refused()).toBe(0);
    expect(calls.map(({ place }) => place?.part).toSorted((a = 0, b = 0) => a - b)).toEqual(
      calls.map((_, index) => index + 1),
    );
    expect(calls.map(({ text: part }) => part.length).reduce((a, b) => a + b)).toBeLessThan(text.length);
  });

  test('reports the tokens of all chunks, and each chunk gets the prompt of the user', async () => {
    const harness = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
    const output = await harness.succeed(text.slice(0, 60_000), {
      template: 'translate',
      prompt: 'Be formal',
    });
    const { calls } = harness.model;
    expect(output.usage.input_tokens).toBe(calls.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(output.usage.output_tokens).toBeGreaterThan(0);
    expect(new Set(calls.map(({ instruction }) => instruction))).toEqual(new Set(['Be formal']));
  });

  test('is split further when the model refuses a chunk as too long', async () => {
    const harness = (long = await startLongTextHarness(
      { contextTokens: 1_100, answer },
      { LLM_CONTEXT_TOKENS: '8192' },
    ));
    const part = text.slice(0, 40_000);
    const output = await harness.succeed(part, { template: 'translate' });
    expect(harness.model.refused()).toBeGreaterThan(0);
    expect(output.text).toBe(translate(part));
  });

  test('succeeds when the upstream fails twice for a chunk', async () => {
    let failures = 0;
    const intercept: Parameters<typeof startLongTextHarness>[0]['intercept'] = ({ place }, response) => {
      if (place?.part !== 3 || failures === 2) return false;
      failures += 1;
      response.writeHead(500).end();
      return true;
    };
    const harness = (long = await startLongTextHarness({ contextTokens: 8_192, answer, intercept }));
    const part = text.slice(0, 60_000);
    const output = await harness.succeed(part, { template: 'translate' });
    expect(failures).toBe(2);
    expect(output.text).toBe(translate(part));
  });

  test('fails when the answers exceed the output limit of a step, and the other chunks are not requested', async () => {
    const harness = (long = await startLongTextHarness({
      contextTokens: 100_000,
      answer: () => 'word '.repeat(16_000),
    }));
    const report = await (await harness.send(text, { template: 'translate' })).finished;
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'TEXT_TOO_LONG', retryable: false } });
    expect(harness.model.calls.length).toBeLessThan(28);
  });

  test('fails when a chunk is refused, and the other calls are aborted', async () => {
    const intercept: Parameters<typeof startLongTextHarness>[0]['intercept'] = ({ place }, response) => {
      if (place?.part === 2) response.writeHead(403).end();
      return true;
    };
    const harness = (long = await startLongTextHarness({ contextTokens: 8_192, answer, intercept }));
    const { finished } = await harness.send(text, { template: 'translate' });
    await expect(finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'UPSTREAM_REFUSED' } });
    await until(() => harness.model.calls.every(({ place, isAborted }) => place?.part === 2 || isAborted()));
    expect(harness.model.calls.length).toBeLessThanOrEqual(4);
  });

  test('reports progress, completes four chunks at the same time, and a cancel ends them at once', async () => {
    const intercept: Parameters<typeof startLongTextHarness>[0]['intercept'] = ({ place }) =>
      (place?.part ?? 0) > 20;
    await withFrozenTimers(async (timers) => {
      const harness = (long = await startLongTextHarness({ contextTokens: 8_192, answer, intercept }));
      const ticket = await harness.send(text, { template: 'translate' });
      await until(() => harness.model.calls.filter(({ place }) => (place?.part ?? 0) > 20).length === 4);
      const reported = (): number[] =>
        harness.worker.events
          .filter(({ name }) => name === 'step.progress')
          .map(({ body }) => (body as { progress: number }).progress);
      await timers.advance(1_000);
      await until(() => reported().some((progress) => progress > 0.2 && progress < 1));

      harness.worker.cancel(ticket.taskId);
      const report = await ticket.finished;
      expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
      // The timers are frozen, so the call ended without one: at once.
      expect(report.elapsed_ms).toBe(1_000);
      await until(() =>
        harness.model.calls.every(({ place, isAborted }) => (place?.part ?? 0) <= 20 || isAborted()),
      );
      expect(harness.model.calls.filter(({ place }) => (place?.part ?? 0) > 20)).toHaveLength(4);
    });
  });

  test('is refused with a response schema, because joined answers are not one value', async () => {
    const harness = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
    const { finished } = await harness.send(text, {
      template: 'translate',
      response_schema: { type: 'string' },
    });
    await expect(finished).resolves.toMatchObject({
      outcome: 'failed',
      error: { code: 'TEXT_TOO_LONG', message: expect.stringContaining('response schema'), retryable: false },
    });
    expect(harness.model.calls).toEqual([]);
  });
});

test('a long text without a template is refused, with the token budget and the templates that support long text', async () => {
  const harness = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
  const { finished } = await harness.send(text, { prompt: 'Count the words' });
  await expect(finished).resolves.toMatchObject({
    outcome: 'failed',
    error: {
      code: 'TEXT_TOO_LONG',
      message: expect.stringMatching(/about \d{6} tokens.* takes about 5\d{3}; a prompt alone .*: summary, /),
    },
  });
  expect(harness.model.calls).toEqual([]);
});
