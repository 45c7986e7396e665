import type { FollowingStep, StepRun } from '@medley/contracts';
import { signalTopics } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { StepWorkerGroup, type StepHandler } from '@medley/step-worker';
import { until, withFrozenTimers } from '@medley/testing';
import { reportOf, startWorkerHarness, type WorkerHarness } from './worker-harness';

const next = (step_id: string, more: Partial<FollowingStep> = {}): FollowingStep => ({
  ...{ step_id, kind: 'depersonalize', options: '{}', characters_max: 100 },
  ...more,
});

describe('a unit of steps', () => {
  let harness: WorkerHarness;
  let seen: string[];
  /** What each step does before it answers with its input and its id. */
  let before: (stepId: string, signal: AbortSignal) => Promise<void>;
  beforeEach(async () => {
    harness = await startWorkerHarness();
    seen = [];
    before = () => Promise.resolve();
  });
  afterEach(() => harness.close());

  const handler: StepHandler<'depersonalize'> = async (inputs, { stepId, signal }) => {
    seen.push(stepId);
    await before(stepId, signal);
    const output = { text: `${await inputs.text()}${stepId}`, mode: 'reversible' as const, entities: [] };
    return { output, ...(stepId === 'a' && { mapping: 'new' }) };
  };
  const restore: StepHandler<'restore'> = async (inputs, { stepId }) => {
    seen.push(stepId);
    const text = `${await inputs.text()}${stepId}:${await inputs.mapping()}`;
    return { output: { text, restored: 0, missing: [] } };
  };
  const startBoth = async (): Promise<void> => {
    const group = new StepWorkerGroup();
    await harness.start('depersonalize', handler, {}, group);
    await harness.start('restore', restore, {}, group);
  };
  const run = (following: FollowingStep[], more: Partial<StepRun> = {}): Promise<StepRun> =>
    harness.run({ kind: 'depersonalize', input: { text: { inline: '' } }, following, ...more });

  it('runs each step on the text of the one before, and comes back as one report with exact times', async () => {
    await withFrozenTimers(async (timers) => {
      before = () => timers.advance(100);
      await startBoth();
      const following = [next('b'), next('c', { kind: 'restore', mapping: { inline: 'old' } })];
      const report = await reportOf(harness, await run(following));
      expect(report).toMatchObject({
        step_id: 'a',
        elapsed_ms: 100,
        ended_ms_ago: 100,
        text: { inline: 'a' },
      });
      expect(report.following).toMatchObject([
        { step_id: 'b', attempt: 1, elapsed_ms: 100, text: { inline: 'ab' } },
        { step_id: 'c', attempt: 1, elapsed_ms: 0, text: { inline: 'abc:new' } },
      ]);
      expect(report.following?.[0]?.ended_ms_ago).toBeUndefined();
      expect(report.continues_with).toBeUndefined();
    });
    expect(harness.finished).toHaveLength(1);
    expect(harness.alive).toEqual([]);
  });

  it.each<[string, FollowingStep]>([
    ['whose text is too long', next('b', { characters_max: 0 })],
    ['of a kind that this process does not run', next('b', { kind: 'llm' })],
    ['without a mapping', next('b', { kind: 'restore' })],
  ])('ends before a step %s', async (_name, following) => {
    await startBoth();
    // Not `a`, whose result has a mapping.
    const report = await reportOf(harness, await run([following, next('c')], { step_id: 'x' }));
    expect(report.outcome).toBe('completed');
    expect(report.following).toBeUndefined();
    expect(seen).toEqual(['x']);
  });

  it('ends with a step that fails', async () => {
    before = (id) => (id === 'b' ? Promise.reject(new AppError('SOURCE_REFUSED', 'no')) : Promise.resolve());
    await startBoth();
    const report = await reportOf(harness, await run([next('b'), next('c')]));
    expect(report.following).toMatchObject([{ step_id: 'b', error: { code: 'SOURCE_REFUSED' } }]);
    expect(seen).toEqual(['a', 'b']);
  });

  it('never begins with a kind that an upstream bills', async () => {
    const output = { text: 'x', provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } };
    const group = new StepWorkerGroup();
    await harness.start('depersonalize', handler, {}, group);
    await harness.start('llm', () => Promise.resolve({ output }), {}, group);
    const report = await reportOf(harness, await harness.run({ following: [next('b')] }));
    expect(report.following).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it('that still runs at its first heartbeat reports what has ended before it, and the rest later', async () => {
    let release: () => void = () => undefined;
    await withFrozenTimers(async (timers) => {
      before = async (id) => {
        if (id === 'a') await timers.advance(400);
        if (id === 'b') await new Promise<void>((resolve) => (release = resolve));
      };
      await startBoth();
      const started = await run([next('b'), next('c')]);
      await until(() => seen.includes('b'));
      await timers.advance(99);
      expect(harness.finished).toEqual([]);
      await timers.advance(1);
      await until(() => harness.alive.length === 1);
      expect(harness.finished).toMatchObject([{ step_id: 'a', continues_with: 'b', ended_ms_ago: 100 }]);
      expect(harness.alive).toMatchObject([{ step_id: 'b', elapsed_ms: 100, worker: 'depersonalize-test' }]);
      release();
      await until(() => harness.finished.length === 2);
      expect(harness.finished[1]).toMatchObject({ task_id: started.task_id, step_id: 'b', elapsed_ms: 100 });
      expect(harness.finished[1]?.following).toMatchObject([{ step_id: 'c' }]);
    });
  });

  it('ends at a cancel, with the step that it names', async () => {
    before = (id, signal) =>
      id === 'b'
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('x'))))
        : Promise.resolve();
    await startBoth();
    const { task_id } = await run([next('b'), next('c')]);
    await until(() => seen.includes('b'));
    harness.broker.signal('step.cancel', signalTopics.stepCancel, { task_id, step_id: 'b', attempt: 2 });
    harness.broker.signal('step.cancel', signalTopics.stepCancel, { task_id, step_id: 'b', attempt: 1 });
    await until(() => harness.finished.some(({ following }) => following !== undefined || seen.length > 2));
    expect(harness.finished.at(-1)?.following).toMatchObject([{ step_id: 'b', error: { code: 'CANCELED' } }]);
    expect(seen).toEqual(['a', 'b']);
  });

  it('is published again as a whole until the broker confirms it', async () => {
    await startBoth();
    harness.failPublishes('step.finished', 'unknown');
    const report = await reportOf(harness, await run([next('b')]));
    expect(report.following).toMatchObject([{ step_id: 'b' }]);
    expect(seen).toEqual(['a', 'b']);
  });

  it('that is interrupted by the stop reports what has ended, and returns to the queue', async () => {
    await withFrozenTimers(async (timers) => {
      before = (id) => (id === 'b' ? new Promise(() => undefined) : Promise.resolve());
      await startBoth();
      await run([next('b')]);
      await until(() => seen.includes('b'));
      const stopped = harness.lifecycle.stop();
      // The first heartbeat does not come: the outcome travels with the interruption or before it.
      await timers.advance(18_000);
      await timers.advance(1_500);
      await stopped;
    });
    await until(() => harness.finished.length === 1);
    expect(harness.finished[0]).toMatchObject({ step_id: 'a', outcome: 'completed' });
    expect(harness.finished[0]?.following).toBeUndefined();
    await until(async () => (await harness.broker.depth('steps.depersonalize')) === 1);
  });
});
