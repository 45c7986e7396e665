import { taskPrefix } from '@medley/blobs';
import type { StepRun } from '@medley/contracts';
import { until, withFrozenTimers } from '@medley/testing';
import { done, failed, startHarness, step, TICK_MS, type OrchestratorHarness } from './orchestrator-harness';

describe('the orchestrator', () => {
  let harness: OrchestratorHarness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.stop());

  const ended = (id: string): Promise<void> =>
    until(async () => (await harness.task(id)).status !== 'pending');

  it('runs a graph with fan-out and fan-in, and joins the texts of parents by a blank line', async () => {
    const inputs = new Map<string, unknown>();
    await harness.work(async (run) => {
      inputs.set(run.step_id, run.input.text);
      await done(harness, run, `${run.step_id}!`);
    });
    await harness.orchestrate();
    const id = await harness.submit([step('a'), step('b', ['a']), step('c', ['a']), step('d', ['b', 'c'])], {
      webhook_url: 'https://example.com/hook',
    });
    await ended(id);

    const task = await harness.task(id);
    expect(task).toMatchObject({
      status: 'completed',
      progress: 1,
      delivery: { state: 'pending', event: 'task.completed' },
    });
    expect(inputs.get('a')).toEqual({ inline: 'Привет' });
    expect(inputs.get('d')).toEqual({ inline: 'b!\n\nc!' });
    expect(task.events.at(-1)).toMatchObject({ type: 'task.completed' });
  });

  it('starts a task whose wake-up message was lost', async () => {
    await harness.work((run) => done(harness, run, 'x').then(() => undefined));
    await harness.orchestrate();
    const id = await harness.submit([step('a')], { send: false });
    await ended(id);
    expect((await harness.task(id)).status).toBe('completed');
  });

  it('accepts a result once, however often and late it is reported', async () => {
    const runs: StepRun[] = [];
    await harness.work(async (run) => {
      runs.push(run);
      await done(harness, run, 'first');
      await done(harness, run, 'second');
    });
    await harness.orchestrate();
    const id = await harness.submit([step('a'), step('b', ['a'])]);
    await ended(id);
    await Promise.all(runs.map((run) => done(harness, run, 'late')));
    await until(async () => (await harness.broker.depth('orchestrator')) === 0);
    const task = await harness.task(id);
    expect(task.steps.map((one) => one.text)).toEqual([{ inline: 'first' }, { inline: 'first' }]);
    expect(runs).toHaveLength(2);
  });

  it('tries a retryable failure three times, then fails the task and skips the rest', async () => {
    const attempts: number[] = [];
    await harness.work(async (run) => {
      attempts.push(run.attempt);
      await failed(harness, run, { code: 'UPSTREAM_TIMEOUT', retryable: true });
    });
    await harness.orchestrate();
    const id = await harness.submit([step('a'), step('b', ['a'])]);
    await ended(id);
    const task = await harness.task(id);
    expect(attempts).toEqual([1, 2, 3]);
    expect(task.error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', step: 'a', attempts: 3 });
    expect(task.steps.map((one) => one.status)).toEqual(['failed', 'skipped']);
  });

  it('fails at once on a final error, and keeps the completed steps', async () => {
    await harness.work((run) =>
      (run.step_id === 'a'
        ? done(harness, run, 'kept')
        : failed(harness, run, { code: 'SCHEMA_MISMATCH', retryable: false })
      ).then(() => undefined),
    );
    await harness.orchestrate();
    const id = await harness.submit([step('a'), step('b', ['a'])]);
    await ended(id);
    expect((await harness.task(id)).steps).toMatchObject([
      { text: { inline: 'kept' } },
      { status: 'failed', attempt: 1 },
    ]);
  });

  it('ends a task whose step message was dead-lettered, and keeps the letter for the operator', async () => {
    await harness.broker.consume(
      'steps.depersonalize',
      { 'step.run': () => Promise.resolve('reject' as const) },
      { prefetch: 1 },
    );
    await harness.orchestrate();
    const id = await harness.submit([step('a')]);
    await ended(id);
    expect((await harness.task(id)).error).toMatchObject({ code: 'MESSAGE_REJECTED' });
    const letters = await harness.stores.deadLetters.list(null, 100);
    expect(letters.filter(({ task_id }) => task_id === id)).toMatchObject([
      { reason: 'rejected', queue: 'steps.depersonalize', message: 'step.run', step_id: 'a', count: 1 },
    ]);
  });

  it('cancels on request and signals the workers', async () => {
    const stopped: unknown[] = [];
    const listener = await harness.broker.listen((event) => stopped.push(event.body));
    await listener.bind('control.step.#');
    await harness.work(() => undefined);
    await harness.orchestrate();
    const id = await harness.submit([step('a')], { webhook_url: 'https://example.com/hook' });
    await harness.stores.tasks.request(id, 'cancel', harness.stores.now());
    await harness.broker.publish('task.requested', { task_id: id });
    await ended(id);
    await until(() => stopped.length > 0);
    expect(stopped[0]).toEqual({ task_id: id, step_id: null });
    expect(await harness.task(id)).toMatchObject({
      error: { code: 'CANCELED' },
      delivery: { event: 'task.failed' },
    });
    await listener.close();
  });

  it('charges the completed steps, also of a failed task, and returns the rest', async () => {
    await harness.work((run) =>
      (run.step_id.startsWith('good')
        ? done(harness, run, 'x')
        : failed(harness, run, { code: 'X', retryable: false })
      ).then(() => undefined),
    );
    await harness.orchestrate();
    const ids = [
      await harness.submit([step('good')]),
      await harness.submit([step('bad')]),
      await harness.submit([step('good-1'), step('bad', ['good-1']), step('skipped', ['bad'])]),
    ];
    await until(async () =>
      (await Promise.all(ids.map((id) => harness.task(id)))).every((task) => task.cost.settled),
    );
    const account = await harness.stores.accounts.find(harness.accountId);
    expect(account).toMatchObject({ reserved: 0, charged: 1_004, balance: 1_000_000 - 1_004 });
  });

  it('extends a reservation once, however often it is requested, although a crash lost the reply', async () => {
    await harness.work((run) => done(harness, run, 'x').then(() => undefined));
    const id = await harness.submit([step('a'), step('b', ['a'])], { send: false });
    const { rev, cost, steps } = await harness.task(id);
    // The state after a crash between the write of the account and that of the task.
    await harness.stores.tasks.update(id, rev, {
      set: { cost: { ...cost, wanted: 700 }, wake_at: harness.stores.now() },
      steps: [{ index: 0, set: { status: 'completed', text: { inline: 'x' }, usage: { characters: 1 } } }],
    });
    expect(steps[1]?.status).toBe('waiting');
    const extension = { account_id: harness.accountId, task_id: id, index: 1, units: 700 };
    expect(await harness.stores.accounts.extend(extension)).toBe(true);

    await harness.orchestrate();
    await until(async () => (await harness.task(id)).cost.settled);

    expect(await harness.task(id)).toMatchObject({
      status: 'completed',
      cost: { reserved: 10_700, extensions: [700], wanted: null },
    });
    const { items } = await harness.stores.accounts.ledger(harness.accountId, { limit: 10, offset: 0 });
    expect(items.filter(({ kind }) => kind === 'reserve')).toHaveLength(2);
    expect(await harness.stores.accounts.find(harness.accountId)).toMatchObject({ reserved: 0 });
  });

  it('returns an extension whose task was canceled before the reply', async () => {
    const id = await harness.submit([step('a'), step('b', ['a'])], { send: false });
    const { rev, cost } = await harness.task(id);
    await harness.stores.tasks.update(id, rev, { set: { cost: { ...cost, wanted: 700 } } });
    await harness.stores.accounts.extend({
      account_id: harness.accountId,
      task_id: id,
      index: 1,
      units: 700,
    });
    await harness.stores.tasks.request(id, 'cancel', harness.stores.now());

    await harness.orchestrate();
    await until(async () => (await harness.task(id)).cost.settled);

    const account = await harness.stores.accounts.find(harness.accountId);
    expect(account).toMatchObject({ reserved: 0, charged: 0, balance: 1_000_000 });
  });

  it('purges an expired task: input, outputs and files', async () => {
    await harness.work((run) => done(harness, run, 'secret').then(() => undefined));
    await harness.orchestrate();
    const id = await harness.submit([step('a')], { ttl: 1 });
    await ended(id);
    await harness.blobs.put(`${taskPrefix(id)}a/1/file`, Buffer.from('secret'));
    const { rev } = await harness.task(id);
    const past = new Date(harness.stores.now().getTime() - 1);
    await until(async () =>
      harness.stores.tasks.update(id, (await harness.task(id)).rev, {
        set: { expires_at: past, wake_at: past },
      }),
    );
    expect(rev).toBeGreaterThan(0);
    await until(async () => (await harness.blobs.stat(`${taskPrefix(id)}a/1/file`)) === null);
    const task = await harness.task(id);
    expect(JSON.stringify(task)).not.toMatch(/secret|Привет/);
    expect(task).toMatchObject({ status: 'completed', input: null });
  });

  it('deletes blobs that an attempt stored after its task was deleted', async () => {
    const runs: StepRun[] = [];
    await harness.work((run) => void runs.push(run));
    // The clock is frozen from the purge on, so that the report deletes the blob and not a later tick of the timer.
    await withFrozenTimers(async (timers) => {
      await harness.orchestrate();
      const id = await harness.submit([step('a')]);
      await until(() => runs.length > 0);
      await harness.stores.tasks.request(id, 'delete', harness.stores.now());
      await harness.broker.publish('task.requested', { task_id: id });
      await until(async () => {
        await timers.advance(TICK_MS);
        return (await harness.task(id)).purged_at !== null;
      });
      const late = `${taskPrefix(id)}a/1/late`;
      await harness.blobs.put(late, Buffer.from('secret'));

      await Promise.all(runs.map((run) => done(harness, run, 'late')));

      await until(async () => (await harness.blobs.stat(late)) === null);
    });
  });

  it('runs in several instances, which start each step once without asking its worker to claim it', async () => {
    const runs: StepRun[] = [];
    await harness.work(async (run) => {
      runs.push(run);
      await done(harness, run, 'x');
    });
    const graph = [step('a'), step('b', ['a']), step('c', ['a']), step('d', ['b', 'c'])];
    await Promise.all([harness.orchestrate(), harness.orchestrate(), harness.orchestrate()]);
    const ids = await Promise.all(Array.from({ length: 20 }, () => harness.submit(graph)));
    for (const id of ids)
      await until(async () => (await harness.task(id)).status !== 'pending', { timeoutMs: 200_000 });
    const keyOf = (run: StepRun): string => `${run.task_id}/${run.step_id}`;
    expect(new Set(runs.map(keyOf)).size).toBe(80);
    // On a busy machine a step may be sent again, marked so that its worker claims it before it starts.
    const unmarked = runs.filter(({ resent }) => !resent).map(keyOf);
    expect(new Set(unmarked).size).toBe(unmarked.length);
  });
});
