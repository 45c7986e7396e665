import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signalTopics } from '@medley/contracts';
import type { StepContext, StepHandler } from '@medley/step-worker';
import { until, withFrozenTimers } from '@medley/testing';
import { startWorkerHarness, reportOf, type WorkerHarness } from './worker-harness';

const output = { text: 'x', provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } };
/** Ends when its signal aborts, with an error of its own. */
const abortable: StepHandler<'llm'> = async (_inputs, { signal, workspace }) => {
  await workspace();
  await once(signal, 'abort');
  throw new Error('stopped');
};
/** Ignores its signal. */
const uninterruptible: StepHandler<'llm'> = async (_inputs, { workspace }) => {
  await workspace();
  return new Promise(() => undefined);
};

describe('an aborted step', () => {
  let harness: WorkerHarness;
  beforeEach(async () => {
    harness = await startWorkerHarness();
  });
  afterEach(() => harness.close());

  const cancel = (task_id: string, step_id: string | null): void =>
    harness.broker.signal('step.cancel', signalTopics.stepCancel, { task_id, step_id });
  const running = (count: number): Promise<void> =>
    until(async () => (await harness.workspaces()).length === count);

  it.each([
    ['that listens to its signal', abortable],
    ['that ignores it', uninterruptible],
  ])('ends as CANCELED within 2 s with a handler %s', async (_name, handler) => {
    await withFrozenTimers(async (timers) => {
      const signals: AbortSignal[] = [];
      await harness.start('llm', (inputs, context) => {
        signals.push(context.signal);
        return handler(inputs, context);
      });
      const run = await harness.run();
      await until(() => signals.length === 1);
      cancel(run.task_id, null);
      await until(() => signals[0]?.aborted === true);
      await timers.advance(1_999);
      const report = await reportOf(harness, run);
      expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
      expect(report.elapsed_ms).toBeLessThan(2_000);
      expect(await harness.workspaces()).toEqual([]);
    });
  });

  it('affects only the step that the cancel names', async () => {
    await harness.start('llm', abortable);
    const [a, b] = await Promise.all([harness.run({ step_id: 'a' }), harness.run({ step_id: 'b' })]);
    await running(2);
    cancel('somebody-else', null);
    cancel(a.task_id, 'b');
    cancel(b.task_id, 'b');
    const report = await reportOf(harness, b);
    expect(report).toMatchObject({ step_id: 'b', error: { code: 'CANCELED' } });
    expect(harness.finished).toHaveLength(1);
    cancel(a.task_id, 'a');
    await reportOf(harness, a);
  });

  it('ends as retryable STEP_TIMEOUT at its time limit', async () => {
    await withFrozenTimers(async (timers) => {
      await harness.start('llm', abortable, { timeLimitMs: 30_000 });
      const run = await harness.run();
      await running(1);
      await timers.advance(30_000);
      const report = await reportOf(harness, run);
      expect(report).toMatchObject({ outcome: 'failed', error: { code: 'STEP_TIMEOUT', retryable: true } });
      expect(report.elapsed_ms).toBe(30_000);
    });
  });

  it('ends as DEADLINE_EXCEEDED at the deadline of its message, even if that has passed', async () => {
    await harness.start('llm', abortable);
    const report = await reportOf(harness, await harness.run({ deadline_at: new Date(0).toISOString() }));
    expect(report).toMatchObject({
      outcome: 'failed',
      error: { code: 'DEADLINE_EXCEEDED', retryable: false },
    });
  });

  it('has a private workspace that is deleted afterwards with its contents', async () => {
    const seen: { mode: number; empty: boolean }[] = [];
    await harness.start('llm', async (_inputs, { workspace }: StepContext<'llm'>) => {
      const path = await workspace();
      const empty = (await readdir(path)).length === 0;
      seen.push({ mode: (await stat(path)).mode & 0o777, empty });
      await writeFile(join(path, 'left'), 'x');
      expect(await workspace()).toBe(path);
      throw new Error('crash');
    });
    await reportOf(harness, await harness.run());
    expect(seen).toEqual([{ mode: 0o700, empty: true }]);
    expect(await harness.workspaces()).toEqual([]);
  });

  it('has no workspace unless it asks for one, and none after its end', async () => {
    const seen: string[][] = [];
    const late: Promise<string>[] = [];
    await harness.start('llm', async (_inputs, { workspace }) => {
      seen.push(await harness.workspaces());
      setImmediate(() => late.push(workspace()));
      return { output };
    });
    await reportOf(harness, await harness.run());
    await until(() => late.length === 1);
    await expect(late[0]).rejects.toThrow();
    expect(seen).toEqual([[]]);
    expect(await harness.workspaces()).toEqual([]);
  });

  it('finishes and is reported when the process stops and it needs little time', async () => {
    let finish: () => void = () => undefined;
    const almostDone = new Promise<void>((resolve) => (finish = resolve));
    await harness.start('llm', async (_inputs, { workspace }) => {
      await workspace();
      await almostDone;
      return { output };
    });
    const run = await harness.run();
    await running(1);
    const stopped = harness.lifecycle.stop();
    expect(harness.finished).toEqual([]);
    finish();
    await stopped;
    expect(await reportOf(harness, run)).toMatchObject({ outcome: 'completed' });
    expect(await harness.broker.depth('steps.llm')).toBe(0);
  });

  it('takes no new messages once the process stops', async () => {
    let runs = 0;
    await harness.start('llm', () => {
      runs += 1;
      return Promise.resolve({ output });
    });
    await harness.lifecycle.stop();
    await harness.run();
    expect(await harness.broker.depth('steps.llm')).toBe(1);
    expect(runs).toBe(0);
  });

  it('is requeued without a report when the process cannot wait for it', async () => {
    await withFrozenTimers(async (timers) => {
      await harness.start('llm', abortable);
      await harness.start('depersonalize', async (_inputs, { workspace }) => {
        await workspace();
        return new Promise(() => undefined);
      });
      const run = await harness.run();
      await harness.run({ ...run, kind: 'depersonalize', step_id: 'b' });
      await running(2);
      const stopped = harness.lifecycle.stop();
      // Both kinds drain at the same time: 18 s, then the grace for the uninterruptible one.
      await timers.advance(18_000);
      await timers.advance(1_500);
      await stopped;
    });
    expect(harness.finished).toEqual([]);
    await until(async () => (await harness.broker.depth('steps.llm')) === 1);
    await until(async () => (await harness.broker.depth('steps.depersonalize')) === 1);
    expect(await harness.workspaces()).toEqual([]);
  });
});
