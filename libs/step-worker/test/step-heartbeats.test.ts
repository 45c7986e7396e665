import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StepProgressSignal } from '@medley/contracts';
import type { WorkerStatus } from '@medley/step-worker';
import { until } from '../../../tests/support/until';
import { startWorkerHarness, reportOf, type WorkerHarness } from './worker-harness';

const output = { text: 'x', provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } };

describe('a worker', () => {
  let lab: WorkerHarness;
  beforeEach(async () => {
    lab = await startWorkerHarness();
  });
  afterEach(() => lab.close());

  const announced = (): unknown[] =>
    lab.signals.filter(({ name }) => name === 'worker.announced').map(({ body }) => body);

  it('gives a first sign of life after half a second, with the progress', async () => {
    await lab.start('llm', async (_inputs, context) => {
      context.progress(0.25);
      await until(() => lab.alive.length > 0);
      return { output };
    });
    const run = await lab.run();
    await reportOf(lab, run);
    expect(lab.alive).toHaveLength(1);
    expect(lab.alive[0]).toMatchObject({ task_id: run.task_id, step_id: 'a', attempt: 1, progress: 0.25 });
    expect(lab.alive[0]?.elapsed_ms).toBeGreaterThanOrEqual(490);
  });

  it('gives no sign of life for a step that is over in a moment', async () => {
    await lab.start('llm', async () => ({ output }));
    await reportOf(lab, await lab.run());
    expect(lab.alive).toEqual([]);
  });

  it('tells progress at most every 500 ms, always forward, and never nonsense', async () => {
    await lab.start('llm', async (_inputs, context) => {
      for (let i = 0; i <= 110; i += 1) {
        context.progress(i / 100);
        context.progress(0.1);
        context.progress(NaN);
        await pause(10);
      }
      return { output };
    });
    await reportOf(lab, await lab.run());
    const told = lab.signals.filter(({ name }) => name === 'step.progress');
    const steps = told.map(({ body }) => (body as StepProgressSignal).progress);
    expect(told[0]?.topic).toMatch(/^events\..+\.step\.progress$/);
    expect(steps.length).toBeGreaterThanOrEqual(2);
    expect(steps.length).toBeLessThanOrEqual(4);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(Math.max(...steps)).toBeLessThanOrEqual(1);
  });

  it('announces itself at start, on change and when a census is taken', async () => {
    let facts: WorkerStatus = { ready: false, reason: 'not yet', engines: [], default_engine: null };
    await lab.start('llm', async () => ({ output }), { announce: () => facts });
    await until(() => announced().length === 1);
    facts = { ...facts, ready: true, reason: null };
    await until(() => announced().length === 2);
    lab.broker.signal('worker.census', 'workers.census', {});
    await until(() => announced().length === 3);
    expect(announced()[0]).toMatchObject({
      kind: 'llm',
      instance: 'llm-lab',
      ready: false,
      reason: 'not yet',
    });
    expect(announced()[2]).toMatchObject({ ready: true, reason: null });
  });

  it('counts its steps by kind and outcome, beside other kinds of the same process', async () => {
    await lab.start('llm', async () => ({ output }));
    await lab.start('restore', async () => {
      throw new Error('x');
    });
    await reportOf(lab, await lab.run());
    await reportOf(lab, await lab.run({ kind: 'restore' }));
    const text = await lab.metrics.metrics();
    expect(text).toContain('medley_steps_total{kind="llm",outcome="completed"} 1');
    expect(text).toContain('medley_steps_total{kind="restore",outcome="failed"} 1');
    expect(text).toContain('medley_steps_running{kind="llm"} 0');
    expect(text).toContain('medley_step_seconds_count{kind="llm"} 1');
  });

  it('is unhealthy while its work directory is gone, and makes it again for the next step', async () => {
    await lab.start('llm', async () => ({ output }));
    expect((await lab.health.report()).ok).toBe(true);
    await rm(lab.workDir, { recursive: true });
    expect((await lab.health.report()).reasons).toEqual({
      'llm work directory': 'the work directory cannot be written to',
    });
    expect(await reportOf(lab, await lab.run())).toMatchObject({ outcome: 'completed' });
    expect((await lab.health.report()).ok).toBe(true);
  });

  it('removes at start what a killed process left behind, and nothing younger', async () => {
    const [old, young] = [join(lab.workDir, 'step-old'), join(lab.workDir, 'step-young')];
    await Promise.all([old, young].map((path) => mkdir(path, { recursive: true })));
    await utimes(old, 0, Date.now() / 1_000 - 80);
    await lab.start('llm', async () => ({ output }));
    expect(await lab.workspaces()).toEqual(['step-young']);
  });

  it('hears nothing more once stopped', async () => {
    await lab.start('llm', async () => ({ output }));
    await lab.lifecycle.stop();
    const before = announced().length;
    lab.broker.signal('worker.census', 'workers.census', {});
    await pause(50);
    expect(announced()).toHaveLength(before);
  });
});
