import { signalTopics, type StepClaim, type StepClaimedSignal, type StepRun } from '@medley/contracts';
import { until, withFrozenTimers } from '@medley/testing';
import { reportOf, startWorkerHarness, type WorkerHarness } from './worker-harness';

const output = { text: 'x', mode: 'blind' as const, entities: [] };
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

describe('the start of an attempt', () => {
  let harness: WorkerHarness;
  let runs: string[];
  beforeEach(async () => {
    harness = await startWorkerHarness();
    runs = [];
  });
  afterEach(() => harness.close());

  const start = (concurrency = 2, gate?: Promise<void>): Promise<void> =>
    harness.start(
      'depersonalize',
      async (_inputs, { stepId }) => {
        runs.push(stepId);
        await gate;
        return { output };
      },
      { concurrency },
    );
  const run = (more: Partial<StepRun>, mayShare = false): Promise<StepRun> =>
    harness.run({ kind: 'depersonalize', ...more }, mayShare);
  const answer = (claim: StepClaim, given: StepClaimedSignal['answer']): void =>
    harness.broker.signal('step.claimed', signalTopics.stepClaimed(claim.worker), {
      ...claim,
      answer: given,
    });
  const asked = async (count = 1): Promise<StepClaim> => {
    await until(() => harness.claims.length >= count);
    const claim = harness.claims[count - 1];
    if (!claim) throw new Error('no claim');
    return claim;
  };

  it.each([
    ['was sent again', { sent_at: ago(0), resent: true }, { redelivered: true }],
    ['was sent 31 s ago', { sent_at: ago(31_000) }, {}],
    ['is of the future', { sent_at: ago(-60_000) }, {}],
    ['has no readable time', { sent_at: 'soon' }, {}],
  ])('waits for the answer when its message %s', async (_name, more, said) => {
    await start();
    const sent = await run(more);
    const claim = await asked();
    const ids = { task_id: sent.task_id, step_id: 'a', attempt: 1, worker: 'depersonalize-test' };
    expect(claim).toEqual({ ...ids, ...said });
    expect(runs).toEqual([]);
    answer(claim, 'run');
    expect(await reportOf(harness, sent)).toMatchObject({ outcome: 'completed' });
  });

  it.each([
    ['a message just sent', { sent_at: ago(0) }],
    ['an orchestrator that knows no claims', { resent: true }],
  ])('needs no answer for %s', async (_name, more) => {
    await start();
    await reportOf(harness, await run(more));
    expect(harness.claims).toEqual([]);
  });

  it('always waits for the answer for a kind that an upstream bills', async () => {
    const llm = { text: 'x', provider: 'p', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } };
    await harness.start('llm', () => Promise.resolve({ output: llm }));
    const sent = await harness.run({ sent_at: ago(0) });
    answer(await asked(), 'run');
    await reportOf(harness, sent);
  });

  it('is asked for every second until the answer comes, and none comes of "drop"', async () => {
    await withFrozenTimers(async (timers) => {
      await start();
      await run({ sent_at: ago(60_000) });
      answer(await asked(), 'wait');
      await timers.advance(1_000);
      await asked(2);
      await timers.advance(1_000);
      answer(await asked(3), 'drop');
      // Comes after the signal.
      await reportOf(harness, await run({ step_id: 'other' }));
      await harness.lifecycle.stop();
    });
    expect(runs).toEqual(['other']);
    expect(harness.finished).toHaveLength(1);
    expect(await harness.broker.depth('steps.depersonalize')).toBe(0);
  });

  it('takes no slot while it waits, and returns to the queue at the stop', async () => {
    await harness.start('depersonalize', (_inputs, { stepId }) => {
      runs.push(stepId);
      return Promise.resolve({ output });
    });
    await run({ step_id: 'waits', sent_at: ago(60_000) });
    await asked();
    await reportOf(harness, await run({ step_id: 'new', sent_at: ago(0) }));
    expect(runs).toEqual(['new']);
    await harness.lifecycle.stop();
    await until(async () => (await harness.broker.depth('steps.depersonalize')) === 1);
  });

  it('does not come after the cancel of its task', async () => {
    await start();
    const canceled = await run({ sent_at: ago(60_000) });
    const claim = await asked();
    const { task_id } = canceled;
    harness.broker.signal('step.cancel', signalTopics.stepCancel, { task_id, step_id: null });
    // Signals arrive in their order.
    answer(claim, 'run');
    const other = await run({ step_id: 'other' });
    await run({ task_id, step_id: 'late' });
    await reportOf(harness, other);
    await harness.lifecycle.stop();
    expect(runs).toEqual(['other']);
    expect(await harness.broker.depth('steps.depersonalize')).toBe(0);
  });

  it('waits for a slot when a message brings more steps than run at once', async () => {
    let release: () => void = () => undefined;
    await start(2, new Promise<void>((resolve) => (release = resolve)));
    const bodies = ['a', 'b', 'c', 'd', 'e'].map((step_id) =>
      run({ task_id: 't', step_id, attempt: 1 }, true),
    );
    await Promise.all(bodies);
    await until(() => runs.length === 2);
    await new Promise(setImmediate);
    expect(runs).toHaveLength(2);
    release();
    await until(() => harness.finished.length === 5);
  });
});
