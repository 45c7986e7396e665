import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { StepProgressSignal } from '@medley/contracts';
import type { WorkerStatus } from '@medley/step-worker';
import { until, withFrozenTimers } from '@medley/testing';
import { startWorkerHarness, reportOf, type WorkerHarness } from './worker-harness';

const output = { text: 'x', provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } };

describe('a worker', () => {
  let harness: WorkerHarness;
  beforeEach(async () => {
    harness = await startWorkerHarness();
  });
  afterEach(() => harness.close());

  const announced = (): unknown[] =>
    harness.signals.filter(({ name }) => name === 'worker.announced').map(({ body }) => body);

  it('sends the first heartbeat after half a second, with the progress', async () => {
    let isStarted = false;
    await withFrozenTimers(async (timers) => {
      await harness.start('llm', async (_inputs, context) => {
        context.progress(0.25);
        isStarted = true;
        await until(() => harness.alive.length > 0);
        return { output };
      });
      const run = await harness.run();
      await until(() => isStarted);
      await timers.advance(499);
      expect(harness.alive).toEqual([]);
      await timers.advance(1);
      await reportOf(harness, run);
      expect(harness.alive).toHaveLength(1);
      expect(harness.alive[0]).toMatchObject({
        task_id: run.task_id,
        step_id: 'a',
        attempt: 1,
        progress: 0.25,
      });
      expect(harness.alive[0]?.elapsed_ms).toBe(500);
    });
  });

  it('repeats a heartbeat that the broker did not confirm after a second', async () => {
    let isStarted = false;
    harness.failPublishes('step.alive', 'unknown');
    await withFrozenTimers(async (timers) => {
      await harness.start('llm', async () => {
        isStarted = true;
        await until(() => harness.alive.length > 0);
        return { output };
      });
      const run = await harness.run();
      await until(() => isStarted);
      await timers.advance(1_499);
      expect(harness.alive).toEqual([]);
      await timers.advance(1);
      await reportOf(harness, run);
      expect(harness.alive[0]?.elapsed_ms).toBe(1_500);
    });
  });

  it('sends no heartbeat for a step that ends sooner', async () => {
    // On a clock that stands still every step ends sooner.
    await withFrozenTimers(async () => {
      await harness.start('llm', () => Promise.resolve({ output }));
      await reportOf(harness, await harness.run());
    });
    expect(harness.alive).toEqual([]);
  });

  it('reports increasing, valid progress at most every 500 ms', async () => {
    await withFrozenTimers(async (timers) => {
      await harness.start('llm', async (_inputs, context) => {
        for (let i = 0; i <= 110; i += 1) {
          context.progress(i / 100);
          context.progress(0.1);
          context.progress(NaN);
          await timers.advance(10);
        }
        return { output };
      });
      await reportOf(harness, await harness.run());
    });
    const reported = harness.signals.filter(({ name }) => name === 'step.progress');
    const steps = reported.map(({ body }) => (body as StepProgressSignal).progress);
    expect(reported[0]?.topic).toMatch(/^events\..+\.step\.progress$/);
    expect(steps.length).toBe(3);
    // The first at once, then one every 500 ms, each the highest so far.
    expect(steps).toEqual([0.1, 0.49, 0.99]);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(Math.max(...steps)).toBeLessThanOrEqual(1);
  });

  it('announces itself at the start, on a change and on discovery', async () => {
    let facts: WorkerStatus = { ready: false, reason: 'not yet', engines: [], default_engine: null };
    await withFrozenTimers(async (timers) => {
      await harness.start('llm', () => Promise.resolve({ output }), { announce: () => facts });
      await until(() => announced().length === 1);
      await timers.advance(1_000);
      facts = { ...facts, ready: true, reason: null };
      await timers.advance(1_000);
      await until(() => announced().length === 2);
      harness.broker.signal('worker.census', 'workers.census', {});
      await until(() => announced().length === 3);
    });
    expect(announced()[0]).toMatchObject({
      kind: 'llm',
      instance: 'llm-test',
      ready: false,
      reason: 'not yet',
    });
    expect(announced()[2]).toMatchObject({ ready: true, reason: null });
  });

  it('counts its steps by kind and outcome, with other kinds in the same process', async () => {
    await harness.start('llm', () => Promise.resolve({ output }));
    await harness.start('restore', () => Promise.reject(new Error('x')));
    await reportOf(harness, await harness.run());
    await reportOf(harness, await harness.run({ kind: 'restore' }));
    const text = await harness.metrics.metrics();
    expect(text).toContain('medley_steps_total{kind="llm",outcome="completed"} 1');
    expect(text).toContain('medley_steps_total{kind="restore",outcome="failed"} 1');
    expect(text).toContain('medley_steps_running{kind="llm"} 0');
    expect(text).toContain('medley_step_seconds_count{kind="llm"} 1');
  });

  it('is unhealthy while its work directory is missing, and creates it for the next step', async () => {
    await harness.start('llm', async (_inputs, { workspace }) => {
      await workspace();
      return { output };
    });
    expect((await harness.health.report()).ok).toBe(true);
    await rm(harness.workDir, { recursive: true });
    expect((await harness.health.report()).reasons).toEqual({
      'llm work directory': 'the work directory cannot be written to',
    });
    expect(await reportOf(harness, await harness.run())).toMatchObject({ outcome: 'completed' });
    expect((await harness.health.report()).ok).toBe(true);
  });

  it('deletes workspaces of killed processes at the start, and nothing newer', async () => {
    const [old, young] = [join(harness.workDir, 'step-old'), join(harness.workDir, 'step-young')];
    await Promise.all([old, young].map((path) => mkdir(path, { recursive: true })));
    await utimes(old, 0, Date.now() / 1_000 - 80);
    await harness.start('llm', () => Promise.resolve({ output }));
    expect(await harness.workspaces()).toEqual(['step-young']);
  });

  it('gets no more signals after the stop', async () => {
    await harness.start('llm', () => Promise.resolve({ output }));
    await harness.lifecycle.stop();
    const before = announced().length;
    // Signals arrive in their order: the one of `witness` comes after any response of a worker that still listened.
    const witness = await harness.broker.listen(() =>
      harness.broker.signal('step.progress', 'events.t.step.progress', {
        ...{ task_id: 't', step_id: 's', attempt: 1, progress: 1 },
      }),
    );
    await witness.bind('workers.census');
    harness.broker.signal('worker.census', 'workers.census', {});
    await until(() => harness.signals.some(({ name }) => name === 'step.progress'));
    expect(announced()).toHaveLength(before);
  });
});
