import { readPayload } from '@medley/blobs';
import { textLimits } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import { until } from '@medley/testing';
import { startWorkerHarness, reportOf, type WorkerHarness } from './worker-harness';

const answer = (text: string): Awaited<ReturnType<StepHandler<'llm'>>> => {
  return { output: { text, provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } };
};

describe('the report of a step', () => {
  let harness: WorkerHarness;
  beforeEach(async () => {
    harness = await startWorkerHarness();
  });
  afterEach(() => harness.close());

  it('has the output and, for kinds with text output, the text for dependent steps', async () => {
    await harness.start('llm', async (inputs) => ({
      ...answer((await inputs.text()).toUpperCase()),
      usage: { characters: 5 },
    }));
    const run = await harness.run();
    const report = await reportOf(harness, run);
    delete report.ended_ms_ago;
    expect(report).toEqual({
      task_id: run.task_id,
      step_id: 'a',
      attempt: 1,
      elapsed_ms: expect.any(Number),
      outcome: 'completed',
      output: { inline: JSON.stringify(answer('HELLO').output) },
      text: { inline: 'HELLO' },
      media: null,
      mapping: null,
      usage: { characters: 5 },
      worker: 'llm-test',
    });
    await until(async () => (await harness.broker.depth('steps.llm')) === 0);
  });

  it('stores payloads over 64 KiB in the blob store', async () => {
    const long = 'я'.repeat(40_000);
    await harness.start('llm', () => Promise.resolve({ ...answer(long), mapping: 'x'.repeat(70_000) }));
    const report = await reportOf(harness, await harness.run());
    if (report.outcome !== 'completed' || !report.text || !report.mapping) throw new Error('incomplete');
    expect(report.text).toEqual({
      blob: expect.stringContaining('/a/1/'),
      size: 80_000,
      characters: 40_000,
    });
    expect(await readPayload(harness.blobs, report.text)).toBe(long);
    expect(await readPayload(harness.blobs, report.mapping)).toHaveLength(70_000);
    expect(JSON.parse(await readPayload(harness.blobs, report.output))).toMatchObject({ text: long });
  });

  it.each<[string, Awaited<ReturnType<StepHandler<'llm'>>>]>([
    ['a text', answer('я'.repeat(textLimits.outputTextMax + 1))],
    [
      'an output',
      { ...answer(''), output: { ...answer('').output, data: 'x'.repeat(textLimits.outputBytesMax) } },
    ],
    ['a mapping', { ...answer(''), mapping: 'x'.repeat(textLimits.mappingBytesMax + 1) }],
  ])('is a permanent failure when the step returns %s beyond its limit', async (_, result) => {
    await harness.start('llm', () => Promise.resolve(result));
    const run = await harness.run();
    expect(await reportOf(harness, run)).toMatchObject({
      outcome: 'failed',
      error: { code: 'TEXT_TOO_LONG', retryable: false },
    });
    expect(await harness.blobs.stat(`tasks/${run.task_id}/a/1/result.txt`)).toBeNull();
    expect(await harness.blobs.stat(`tasks/${run.task_id}/a/1/result.json`)).toBeNull();
  });

  it('is a failure when the input text exceeds the limit, without reading it', async () => {
    await harness.start('llm', async (inputs) => answer(await inputs.text()));
    const text = {
      blob: 'tasks/nobody/has/1/this.txt',
      size: textLimits.joinedMax + 1,
      characters: textLimits.joinedMax + 1,
    };
    const report = await reportOf(harness, await harness.run({ input: { text } }));
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'TEXT_TOO_LONG', retryable: false } });
  });

  it('is published again, without a second run, until the broker confirms it', async () => {
    let runs = 0;
    await harness.start('llm', () => Promise.resolve(answer(`run ${++runs}`)));
    harness.failPublishes('step.finished', 'unknown', 'unroutable');
    const report = await reportOf(harness, await harness.run());
    expect(report).toMatchObject({ outcome: 'completed', text: { inline: 'run 1' } });
    expect(runs).toBe(1);
  });

  it('comes from one run when the message was delivered twice', async () => {
    let runs = 0;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    await harness.start('llm', async () => {
      runs += 1;
      await gate;
      return answer('x');
    });
    const run = await harness.run();
    await harness.run(run);
    await until(async () => runs === 1 && (await harness.broker.depth('steps.llm')) === 0);
    release();
    // Stops when both messages are acked.
    await harness.lifecycle.stop();
    await reportOf(harness, run);
    expect(runs).toBe(1);
    expect(await harness.broker.depth('steps.llm')).toBe(0);
  });

  it('treats another attempt of the same step as separate', async () => {
    const seen: string[] = [];
    await harness.start('llm', async (_inputs, context) => {
      seen.push(context.blobKey('x'));
      await until(() => seen.length === 2);
      return answer('x');
    });
    const run = await harness.run();
    await harness.run({ ...run, attempt: 2 });
    await until(() => harness.finished.length === 2);
    expect(seen.sort()).toEqual([`tasks/${run.task_id}/a/1/x`, `tasks/${run.task_id}/a/2/x`]);
  });

  it.each([
    ['an AppError as it is', new AppError('SOURCE_REFUSED', 'no'), ['SOURCE_REFUSED', 'no', false]],
    [
      'a full disk as STORAGE_FULL',
      Object.assign(new Error('x'), { code: 'ENOSPC' }),
      ['STORAGE_FULL', /space/, true],
    ],
    [
      'anything else as STEP_CRASHED without its message',
      new Error('/secret/path'),
      ['STEP_CRASHED', /unexpectedly/, true],
    ],
    ['a thrown value that is no error', 'boom' as unknown as Error, ['STEP_CRASHED', /unexpectedly/, true]],
  ])('shows %s', async (_name, thrown, [code, message, retryable]) => {
    await harness.start('llm', () => Promise.reject(thrown));
    const report = await reportOf(harness, await harness.run());
    const shown = { code, message: expect.stringMatching(message as string), retryable };
    expect(report).toMatchObject({ outcome: 'failed', error: shown });
  });

  it.each([
    ['options that are no JSON', { options: '{"a":' }],
    ['options that are no object', { options: '[1]' }],
    ['an invalid deadline', { deadline_at: 'soon' }],
    ['an input without the text', { input: {} }],
  ])('refuses %s as MESSAGE_REJECTED', async (_name, more) => {
    await harness.start('llm', async (inputs) => answer(await inputs.text()));
    const report = await reportOf(harness, await harness.run(more));
    expect(report).toMatchObject({
      outcome: 'failed',
      error: { code: 'MESSAGE_REJECTED', retryable: false },
    });
  });

  it('is a crash when the handler returns invalid usage', async () => {
    await harness.start('llm', () => Promise.resolve({ ...answer('x'), usage: { characters: NaN } }));
    const report = await reportOf(harness, await harness.run());
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'STEP_CRASHED' } });
  });

  it('is INPUT_EXPIRED when the input blob is missing', async () => {
    await harness.start('llm', async (inputs) => answer(await inputs.text()));
    const report = await reportOf(
      harness,
      await harness.run({ input: { text: { blob: 'tasks/t/gone', size: 1 } } }),
    );
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'INPUT_EXPIRED' } });
  });
});
