import type { StepRun } from '@medley/contracts';
import { until, withFrozenTimers } from '@medley/testing';
import { done, startHarness, step, TICK_MS, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

/** Store a task whose first step awaits the turn of its account, without any message or signal. */
function submitWaiting(account_id = harness.accountId, turn_weight = 1): Promise<string> {
  return harness.submit([step('a')], { account_id, turn_weight, awaits_turn: true, send: false });
}

async function secondAccount(): Promise<string> {
  const account = await harness.stores.accounts.create({
    name: 'b',
    tariff: 'unlimited',
    balance: 1_000_000,
  });
  return account.id;
}

describe('turns of accounts', () => {
  it('publish no more steps than workers hold and the window has room for', async () => {
    const held: (() => void)[] = [];
    const prefetch = 2;
    await harness.broker.consume(
      'steps.depersonalize',
      {
        'step.run': async (run) => {
          await new Promise<void>((resolve) => held.push(resolve));
          await done(harness, run, 'x');
        },
      },
      { prefetch },
    );
    const total = 12;
    for (let index = 0; index < total; index += 1) await submitWaiting();
    await harness.orchestrate();
    for (let ended = 0; ended < total; ended += 1) {
      await until(() => held.length > ended);
      const ready = (await harness.broker.depth('steps.depersonalize')) ?? 0;
      // No worker has announced itself, so the window is `turnLimits.windowMin`, 2.
      expect(held.length + ready - ended).toBeLessThanOrEqual(prefetch + 2);
      held[ended]?.();
    }
  });

  it('give an account with one task its turn before the rest of another account’s backlog', async () => {
    const other = await secondAccount();
    const runs: StepRun[] = [];
    await harness.work((run) => void runs.push(run));
    for (let index = 0; index < 40; index += 1) await submitWaiting();
    const single = await submitWaiting(other);
    await harness.orchestrate();
    for (let ended = 0; !runs.some(({ task_id }) => task_id === single); ended += 1) {
      await until(() => runs.length > ended);
      const run = runs[ended];
      if (run) await done(harness, run, 'x');
    }
    expect(runs.findIndex(({ task_id }) => task_id === single)).toBeLessThan(12);
  });

  it('are longer for an account with a larger weight', async () => {
    const light = await secondAccount();
    const runs: StepRun[] = [];
    await harness.work((run) => void runs.push(run));
    const ids = new Map<string, string>();
    for (let index = 0; index < 30; index += 1) {
      ids.set(await submitWaiting(harness.accountId, 4), 'heavy');
      ids.set(await submitWaiting(light, 1), 'light');
    }
    await harness.orchestrate();
    for (let ended = 0; ended < 30; ended += 1) {
      await until(() => runs.length > ended);
      const run = runs[ended];
      if (run) await done(harness, run, 'x');
    }
    const heavy = runs.slice(0, 30).filter(({ task_id }) => ids.get(task_id) === 'heavy');
    // Equal turns would be 15, those of full weights 24; the weights are known only after the first read.
    expect(heavy.length).toBeGreaterThan(17);
    expect(heavy.length).toBeLessThan(30);
  });

  it('are given once, also by two orchestrators', async () => {
    const runs: string[] = [];
    await harness.work(async (run) => {
      runs.push(run.task_id);
      await done(harness, run, 'x');
    });
    const ids = await Promise.all(Array.from({ length: 30 }, () => submitWaiting()));
    await Promise.all([harness.orchestrate(), harness.orchestrate()]);
    for (const id of ids) await until(async () => (await harness.task(id)).status === 'completed');
    expect([...runs].sort()).toEqual([...ids].sort());
  });

  it('are given by another orchestrator when the one that gave them stops', async () => {
    const runs: StepRun[] = [];
    await harness.work((run) => void runs.push(run));
    const ids = await Promise.all(Array.from({ length: 6 }, () => submitWaiting()));
    const first = await harness.orchestrate();
    await harness.orchestrate();
    await until(() => runs.length > 0);
    await first.stop();
    for (let ended = 0; ended < ids.length; ended += 1) {
      await until(() => new Set(runs.map(({ task_id }) => task_id)).size > ended);
      const next = [...new Map(runs.map((run) => [run.task_id, run])).values()][ended];
      if (next) await done(harness, next, 'x');
    }
    for (const id of ids) await until(async () => (await harness.task(id)).status === 'completed');
  });

  it('are given again, as a message that must be claimed, when the first message was lost', async () => {
    const id = await submitWaiting();
    const runs: StepRun[] = [];
    await harness.work(async (run) => {
      runs.push(run);
      // The first message is acked without an effect, as if the broker had lost it.
      if (runs.length > 1) await done(harness, run, 'x');
    });
    await harness.orchestrate();
    await until(async () => (await harness.task(id)).status === 'completed');
    expect(runs.map(({ attempt, resent }) => [attempt, resent ?? false])).toEqual([
      [1, false],
      [1, true],
    ]);
  });

  it('are given once to steps that became ready while their task was known for an earlier turn', async () => {
    const runs: StepRun[] = [];
    await harness.work(async (run) => {
      runs.push(run);
      await done(harness, run, 'x');
    });
    const steps = [step('a'), step('b', ['a']), step('c', ['a'])];
    const ids = [];
    for (let index = 0; index < 12; index += 1)
      ids.push(await harness.submit(steps, { awaits_turn: true, send: false }));
    await harness.orchestrate();
    for (const id of ids) await until(async () => (await harness.task(id)).status === 'completed');
    expect(runs.filter(({ resent }) => resent)).toEqual([]);
    expect(runs).toHaveLength(3 * ids.length);
  });

  it('are shown as a metric while steps await them', async () => {
    for (let index = 0; index < 12; index += 1) await submitWaiting();
    const { metrics } = await harness.orchestrate();
    // Nothing consumes the steps, so that none of them ends.
    const waiting = async (): Promise<number | undefined> => {
      const metric = await metrics.getSingleMetric('medley_orchestrator_steps_waiting')?.get();
      return metric?.values.find(({ labels }) => labels['kind'] === 'depersonalize')?.value;
    };
    await until(async () => (await waiting()) === 12);
  });

  it('are awaited by no step of an ended task', async () => {
    const id = await submitWaiting();
    await harness.stores.tasks.request(id, 'cancel', harness.stores.now());
    await harness.orchestrate();
    await until(async () => (await harness.task(id)).status === 'failed');
    expect(await harness.stores.turns.countAwaitingTurn('depersonalize', 10)).toBe(0);
  });

  it('are awaited by the second step of an account while the window is full', async () => {
    const runs: StepRun[] = [];
    await harness.work((run) => void runs.push(run));
    // What was published counts as recent until the clock is moved, however long the machine needs.
    await withFrozenTimers(async (timers) => {
      await harness.orchestrate();
      const ids = await Promise.all(Array.from({ length: 6 }, () => harness.submit([step('a')])));
      await until(async () => (await harness.stores.turns.countAwaitingTurn('depersonalize', 10)) > 0);
      const ticking = (isDone: () => boolean | Promise<boolean>): Promise<void> =>
        until(async () => {
          await timers.advance(TICK_MS);
          return isDone();
        });
      for (let ended = 0; ended < ids.length; ended += 1) {
        await ticking(() => runs.length > ended);
        const run = runs[ended];
        if (run) await done(harness, run, 'x');
      }
      for (const id of ids) await ticking(async () => (await harness.task(id)).status === 'completed');
    });
  });
});
