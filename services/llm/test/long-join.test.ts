import { until } from '../../../tests/support/until';
import { startLongTextHarness, numberedText, translate, type LongTextHarness } from './long-text-harness';

const text = numberedText(300_000);
const answer = ({ text: part }: { text: string }): string => translate(part);
let long: LongTextHarness | undefined;
afterEach(async () => {
  await long?.close();
  long = undefined;
});

describe('a long text that is translated', () => {
  test('comes out whole and in order, every sentence once, its paragraphs as they were', async () => {
    const lab = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
    const output = await lab.succeed(text, { template: 'translate' });

    expect(output.text === translate(text)).toBe(true);
    const { calls } = lab.model;
    expect(calls.length).toBeGreaterThan(30);
    expect(lab.model.refused()).toBe(0);
    expect(calls.map(({ place }) => place?.part).toSorted((a = 0, b = 0) => a - b)).toEqual(
      calls.map((_, index) => index + 1),
    );
    expect(calls.map(({ text: part }) => part.length).reduce((a, b) => a + b)).toBeLessThan(text.length);
  });

  test('adds up the tokens of all parts, and each part is given the prompt of the user', async () => {
    const lab = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
    const output = await lab.succeed(text.slice(0, 60_000), { template: 'translate', prompt: 'Be formal' });
    const { calls } = lab.model;
    expect(output.usage.input_tokens).toBe(calls.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(output.usage.output_tokens).toBeGreaterThan(0);
    expect(new Set(calls.map(({ instruction }) => instruction))).toEqual(new Set(['Be formal']));
  });

  test('is cut further when the model takes less than was thought', async () => {
    const lab = (long = await startLongTextHarness(
      { contextTokens: 1_100, answer },
      { LLM_CONTEXT_TOKENS: '8192' },
    ));
    const part = text.slice(0, 40_000);
    const output = await lab.succeed(part, { template: 'translate' });
    expect(lab.model.refused()).toBeGreaterThan(0);
    expect(output.text).toBe(translate(part));
  });

  test('survives an upstream that fails twice for a part', async () => {
    let failures = 0;
    const trouble: Parameters<typeof startLongTextHarness>[0]['trouble'] = ({ place }, response) => {
      if (place?.part !== 3 || failures === 2) return false;
      failures += 1;
      response.writeHead(500).end();
      return true;
    };
    const lab = (long = await startLongTextHarness({ contextTokens: 8_192, answer, trouble }));
    const part = text.slice(0, 60_000);
    const output = await lab.succeed(part, { template: 'translate' });
    expect(failures).toBe(2);
    expect(output.text).toBe(translate(part));
  });

  test('fails when the answers together are longer than a step may give, and the other parts are not asked for', async () => {
    const lab = (long = await startLongTextHarness({
      contextTokens: 100_000,
      answer: () => 'word '.repeat(16_000),
    }));
    const report = await (await lab.send(text, { template: 'translate' })).finished;
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'TEXT_TOO_LONG', retryable: false } });
    expect(lab.model.calls.length).toBeLessThan(28);
  });

  test('fails as a whole when a part is refused, and the other parts end', async () => {
    const trouble: Parameters<typeof startLongTextHarness>[0]['trouble'] = ({ place }, response) => {
      if (place?.part === 2) response.writeHead(403).end();
      return true;
    };
    const lab = (long = await startLongTextHarness({ contextTokens: 8_192, answer, trouble }));
    const { finished } = await lab.send(text, { template: 'translate' });
    await expect(finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'UPSTREAM_REFUSED' } });
    await until(() => lab.model.calls.every(({ place, isGone }) => place?.part === 2 || isGone()));
    expect(lab.model.calls.length).toBeLessThanOrEqual(4);
  });

  test('tells how far it is, asks about four parts at once, and a cancel ends them within two seconds', async () => {
    const trouble: Parameters<typeof startLongTextHarness>[0]['trouble'] = ({ place }) =>
      (place?.part ?? 0) > 20;
    const lab = (long = await startLongTextHarness({ contextTokens: 8_192, answer, trouble }));
    const ticket = await lab.send(text, { template: 'translate' });
    await until(() => lab.model.calls.filter(({ place }) => (place?.part ?? 0) > 20).length === 4);
    const told = (): number[] =>
      lab.lab.events
        .filter(({ name }) => name === 'step.progress')
        .map(({ body }) => (body as { progress: number }).progress);
    await until(() => told().some((progress) => progress > 0.2 && progress < 1));

    const canceledAt = performance.now();
    lab.lab.cancel(ticket.taskId);
    await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
    await until(() => lab.model.calls.every(({ place, isGone }) => (place?.part ?? 0) <= 20 || isGone()));
    expect(performance.now() - canceledAt).toBeLessThan(2_000);
    expect(lab.model.calls.filter(({ place }) => (place?.part ?? 0) > 20)).toHaveLength(4);
  });

  test('is refused with a response schema, because parts do not make one value', async () => {
    const lab = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
    const { finished } = await lab.send(text, { template: 'translate', response_schema: { type: 'string' } });
    await expect(finished).resolves.toMatchObject({
      outcome: 'failed',
      error: { code: 'TEXT_TOO_LONG', message: expect.stringContaining('response schema'), retryable: false },
    });
    expect(lab.model.calls).toEqual([]);
  });
});

test('a long text for a prompt alone is refused with the room there is and the templates that work in parts', async () => {
  const lab = (long = await startLongTextHarness({ contextTokens: 8_192, answer }));
  const { finished } = await lab.send(text, { prompt: 'Count the words' });
  await expect(finished).resolves.toMatchObject({
    outcome: 'failed',
    error: {
      code: 'TEXT_TOO_LONG',
      message: expect.stringMatching(/about \d{6} tokens.* takes about 5\d{3}; a prompt alone .*: summary, /),
    },
  });
  expect(lab.model.calls).toEqual([]);
});
