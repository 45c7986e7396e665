import { signalTopics, type StepRun } from '@medley/contracts';
import { freezeTimers, overlay, until, type FrozenTimers } from '@medley/testing';
import { turnLimits } from '../src/domain/turn-limits';
import { startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let timers: FrozenTimers;
let harness: OrchestratorHarness;
beforeEach(async () => {
  // Without a clock nothing looks for waiting steps by itself.
  timers = freezeTimers();
  harness = await startHarness();
});
afterEach(async () => {
  timers.thaw();
  await harness.stop();
});

/** Signal that steps of the account wait; resolves when the orchestrator has got the signal. */
async function signalWaiting(): Promise<void> {
  let isHeard = false;
  const listener = await harness.broker.listen(() => (isHeard = true));
  await listener.bind(signalTopics.turnsWaiting);
  const body = { kinds: ['depersonalize' as const], accounts: [harness.accountId] };
  harness.broker.signal('turns.waiting', signalTopics.turnsWaiting, body);
  await until(() => isHeard);
  await listener.close();
}

/** While a step is open, steps that begin to wait are read once in this time. */
async function passBetweenReads(): Promise<void> {
  await timers.untilSet(turnLimits.betweenReadsMs);
  await timers.advance(turnLimits.betweenReadsMs);
}

test('a step that begins to wait while waiting steps are read gets its turn without a check', async () => {
  const { stores } = harness;
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  const submit = (): Promise<string> => harness.submit([step('a')], { awaits_turn: true, send: false });
  const ids = [await submit()];
  let reads = 0;
  const turns = overlay(stores.turns, {
    awaitingTurn: async (kind, account, page) => {
      const found = await stores.turns.awaitingTurn(kind, account, page);
      reads += 1;
      // It has found the first step, and no other one waits.
      if (reads === 1) {
        ids.push(await submit());
        await signalWaiting();
      }
      return found;
    },
  });
  await harness.orchestrate({}, { ...stores, turns });
  await signalWaiting();
  await passBetweenReads();
  await until(() => runs.length > 1);
  expect(runs.map(({ task_id }) => task_id)).toEqual(ids);
});

test('after a read has found the last waiting step, there is none before another waits', async () => {
  const { stores } = harness;
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  const submit = (): Promise<string> => harness.submit([step('a')], { awaits_turn: true, send: false });
  await submit();
  let reads = 0;
  const turns = overlay(stores.turns, {
    awaitingTurn: (...query) => {
      reads += 1;
      return stores.turns.awaitingTurn(...query);
    },
  });
  await harness.orchestrate({}, { ...stores, turns });
  await signalWaiting();
  await until(() => runs.length === 1);
  await submit();
  await signalWaiting();
  await passBetweenReads();
  await until(() => runs.length === 2);
  expect(reads).toBe(2);
});
