import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signalTopics } from '@medley/contracts';
import type { StepContext, StepHandler } from '@medley/step-worker';
import { until } from '../../../tests/support/until';
import { startWorkerHarness, reportOf, type WorkerHarness } from './worker-harness';

const output = { text: 'x', provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } };
/** Ends when its signal aborts, by throwing something of its own. */
const obedient: StepHandler<'llm'> = async (_inputs, { signal }) => {
  await pause(60_000, undefined, { signal });
  return { output };
};
/** Never looks at its signal. */
const deaf: StepHandler<'llm'> = () => new Promise(() => undefined);

describe('an aborted step', () => {
  let lab: WorkerHarness;
  beforeEach(async () => {
    lab = await startWorkerHarness();
  });
  afterEach(() => lab.close());

  const cancel = (task_id: string, step_id: string | null): void =>
    lab.broker.signal('step.cancel', signalTopics.stepCancel, { task_id, step_id });
  const running = (count: number): Promise<void> =>
    until(async () => (await lab.workspaces()).length === count);

  it.each([
    ['that listens to its signal', obedient],
    ['that is deaf', deaf],
  ])('ends as CANCELED within 2 s with a handler %s', async (_name, handler) => {
    await lab.start('llm', handler);
    const run = await lab.run();
    await running(1);
    const canceledAt = performance.now();
    cancel(run.task_id, null);
    const report = await reportOf(lab, run);
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
    expect(performance.now() - canceledAt).toBeLessThan(2_000);
    expect(await lab.workspaces()).toEqual([]);
  });

  it('is only the one the cancel names', async () => {
    await lab.start('llm', obedient);
    const [a, b] = await Promise.all([lab.run({ step_id: 'a' }), lab.run({ step_id: 'b' })]);
    await running(2);
    cancel('somebody-else', null);
    cancel(a.task_id, 'b');
    cancel(b.task_id, 'b');
    const report = await reportOf(lab, b);
    expect(report).toMatchObject({ step_id: 'b', error: { code: 'CANCELED' } });
    expect(lab.finished).toHaveLength(1);
    cancel(a.task_id, 'a');
    await reportOf(lab, a);
  });

  it('ends as STEP_TIMEOUT, to be tried again, at its time limit', async () => {
    await lab.start('llm', obedient, { timeLimitMs: 100 });
    const report = await reportOf(lab, await lab.run());
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'STEP_TIMEOUT', retryable: true } });
  });

  it('ends as DEADLINE_EXCEEDED at the deadline of its message, even when that is past', async () => {
    await lab.start('llm', obedient);
    const report = await reportOf(lab, await lab.run({ deadline_at: new Date(0).toISOString() }));
    expect(report).toMatchObject({
      outcome: 'failed',
      error: { code: 'DEADLINE_EXCEEDED', retryable: false },
    });
  });

  it('has a private workspace that is gone afterwards, whatever was left in it', async () => {
    const seen: { mode: number; empty: boolean }[] = [];
    await lab.start('llm', async (_inputs, { workspace }: StepContext<'llm'>) => {
      const empty = (await readdir(workspace)).length === 0;
      seen.push({ mode: (await stat(workspace)).mode & 0o777, empty });
      await writeFile(join(workspace, 'left'), 'x');
      throw new Error('crash');
    });
    await reportOf(lab, await lab.run());
    expect(seen).toEqual([{ mode: 0o700, empty: true }]);
    expect(await lab.workspaces()).toEqual([]);
  });

  it('goes on to its end, and is reported, when the process stops and it needs only a little longer', async () => {
    await lab.start('llm', async () => {
      await pause(200);
      return { output };
    });
    const run = await lab.run();
    await running(1);
    await lab.lifecycle.stop();
    expect(await reportOf(lab, run)).toMatchObject({ outcome: 'completed' });
    expect(await lab.broker.depth('steps.llm')).toBe(0);
  });

  it('takes no new messages once the process stops', async () => {
    let runs = 0;
    await lab.start('llm', async () => {
      runs += 1;
      return { output };
    });
    await lab.lifecycle.stop();
    await lab.run();
    expect(await lab.broker.depth('steps.llm')).toBe(1);
    expect(runs).toBe(0);
  });

  it('goes back to the queue, unreported, when the process cannot wait for it', async () => {
    await lab.start('llm', obedient);
    await lab.start('depersonalize', () => new Promise(() => undefined));
    const run = await lab.run();
    await lab.run({ ...run, kind: 'depersonalize', step_id: 'b' });
    await running(2);
    const stoppedAt = performance.now();
    await lab.lifecycle.stop();
    // Both kinds drain at the same time: 18 s, then the grace for the deaf one.
    expect(performance.now() - stoppedAt).toBeLessThan(20_500);
    expect(lab.finished).toEqual([]);
    await until(async () => (await lab.broker.depth('steps.llm')) === 1);
    await until(async () => (await lab.broker.depth('steps.depersonalize')) === 1);
    expect(await lab.workspaces()).toEqual([]);
  }, 40_000);
});
