import { randomUUID } from 'node:crypto';
import { signalTopics, type StepFinished, type StepKind, type StepRun } from '@medley/contracts';
import { StepWorkerGroup, type StepHandler } from '@medley/step-worker';
import { until, withFrozenTimers } from '@medley/testing';
import { reportOf, startWorkerHarness, type WorkerHarness } from './worker-harness';

const REPLY_TO = signalTopics.stepReplied('gateway');

describe('a step that a gateway offers', () => {
  let harness: WorkerHarness;
  let replies: StepFinished[];
  let seen: string[];
  let before: () => Promise<void>;
  let waitMs: number;

  const handler: StepHandler<'depersonalize'> = async (inputs, { stepId }) => {
    seen.push(stepId);
    await before();
    const output = { text: `${await inputs.text()}${stepId}`, mode: 'reversible' as const, entities: [] };
    return { output, mapping: 'm' };
  };
  const restore: StepHandler<'restore'> = async (inputs, { stepId }) => {
    seen.push(stepId);
    const text = `${await inputs.text()}${stepId}`;
    return { output: { text, restored: 0, missing: [] } };
  };

  beforeEach(async () => {
    harness = await startWorkerHarness();
    [replies, seen] = [[], []];
    before = () => Promise.resolve();
    waitMs = 600_000;
    const listener = await harness.broker.listen(({ name, body }) => {
      if (name === 'step.replied') replies.push(body as StepFinished);
    });
    await listener.bind(REPLY_TO);
    const group = new StepWorkerGroup();
    await harness.start('depersonalize', handler, { concurrency: 1 }, group);
    await harness.start('restore', restore, {}, group);
  });
  afterEach(() => harness.close());

  const makeRun = (more: Partial<StepRun> = {}): StepRun => ({
    ...{ task_id: randomUUID(), step_id: 'a', kind: 'depersonalize', attempt: 1, options: '{}' },
    input: { text: { inline: '' } },
    deadline_at: new Date(Date.now() + 600_000).toISOString(),
    ...more,
  });
  function offer(run: unknown, kind: StepKind = 'depersonalize'): void {
    const body = { run: run as StepRun, reply_to: REPLY_TO, wait_ms: waitMs };
    harness.broker.signal('step.offered', signalTopics.stepOffered(kind, `${kind}-test`), body);
  }
  const replyTo = async (run: StepRun): Promise<StepFinished> => {
    await until(() => replies.some(({ task_id }) => task_id === run.task_id));
    const reply = replies.find(({ task_id }) => task_id === run.task_id);
    if (!reply) throw new Error('no reply');
    return reply;
  };

  it('is answered with the outcomes of the whole unit, and the orchestrator hears nothing of it', async () => {
    await withFrozenTimers(async (timers) => {
      // Longer than the first heartbeat would wait.
      before = () => timers.advance(600);
      const following = [{ step_id: 'b', kind: 'restore' as const, options: '{}', characters_max: 100 }];
      const run = makeRun({ following });
      offer(run);
      expect(await replyTo(run)).toMatchObject({
        ...{ step_id: 'a', outcome: 'completed', text: { inline: 'a' }, worker: 'depersonalize-test' },
        following: [{ step_id: 'b', text: { inline: 'ab' } }],
      });
    });
    // What is published later has arrived.
    before = () => Promise.resolve();
    await reportOf(harness, await harness.run(makeRun()));
    expect(harness.finished).toHaveLength(1);
    expect([harness.alive, harness.claims]).toEqual([[], []]);
    expect(replies).toHaveLength(1);
  });

  it('is reported to the orchestrator, too, when that sends it meanwhile', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    before = () => gate;
    const run = makeRun();
    offer(run);
    await until(() => seen.length === 1);
    await harness.run(run);
    go();
    expect(await reportOf(harness, run)).toMatchObject({ step_id: 'a', outcome: 'completed' });
    await replyTo(run);
    expect(seen).toEqual(['a', 'a']);
  });

  it('is not begun when no slot becomes free while the gateway waits', async () => {
    await withFrozenTimers(async (timers) => {
      waitMs = 100;
      let go = (): void => undefined;
      const gate = new Promise<void>((resolve) => (go = resolve));
      before = () => gate;
      await harness.run(makeRun({ step_id: 'first' }));
      await until(() => seen.length === 1);
      const late = makeRun({ step_id: 'late' });
      offer(late);
      // Signals are handled in their order.
      offer(
        makeRun({
          kind: 'restore',
          step_id: 'next',
          input: { text: { inline: '' }, mapping: { inline: 'm' } },
        }),
        'restore',
      );
      await until(() => replies.length === 1);
      await timers.advance(101);
      go();
      await until(() => harness.finished.length === 1);
    });
    waitMs = 600_000;
    const last = makeRun({ step_id: 'last' });
    offer(last);
    await replyTo(last);
    expect(seen).toEqual(['first', 'next', 'last']);
  });

  it('waits for a slot in turns of accounts, and those of one account in order', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    before = () => gate;
    await harness.run(makeRun({ step_id: 'first' }));
    await until(() => seen.length === 1);
    for (const step_id of ['a1', 'a2', 'a3']) offer(makeRun({ step_id, account_id: 'a' }));
    for (const step_id of ['b1', 'b2']) offer(makeRun({ step_id, account_id: 'b' }));
    const next = { kind: 'restore' as const, input: { text: { inline: '' }, mapping: { inline: 'm' } } };
    offer(makeRun({ step_id: 'next', ...next }), 'restore');
    // Signals are handled in their order.
    await until(() => seen.length === 2);
    go();
    await until(() => replies.length === 6);
    expect(seen.slice(2)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('is not begun while its kind is paused', async () => {
    harness.pause('depersonalize');
    await until(async () => {
      const before = seen.length;
      const probe = makeRun({ step_id: 'probe' });
      offer(probe);
      const after = makeRun({
        kind: 'restore',
        step_id: 'r',
        input: { text: { inline: '' }, mapping: { inline: 'm' } },
      });
      offer(after, 'restore');
      await replyTo(after);
      return seen.slice(before).every((id) => id === 'r');
    });
    harness.pause();
    await until(async () => {
      offer(makeRun({ step_id: 'again' }));
      await harness.broker.depth('steps.depersonalize');
      return replies.some(({ step_id }) => step_id === 'again');
    });
  });

  it.each<[string, unknown]>([
    ['malformed', { task_id: 't' }],
    ['of another kind', makeRun({ kind: 'llm' })],
  ])('is ignored when it is %s', async (_case, run) => {
    offer(run);
    const good = makeRun({ step_id: 'good' });
    offer(good);
    await replyTo(good);
    expect(seen).toEqual(['good']);
  });
});
