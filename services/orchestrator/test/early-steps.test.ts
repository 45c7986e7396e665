import type { StepRun } from '@medley/contracts';
import type { Stores } from '@medley/store';
import { overlay, until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

type Update = Stores['tasks']['update'];

/** The stores of the harness with this in place of the update of a task. */
function updating(update: Update): Stores {
  const { stores } = harness;
  return { ...stores, tasks: overlay(stores.tasks, { update }) };
}

/** Collects what is sent to the workers of depersonalize and llm. */
async function collectRuns(): Promise<StepRun[]> {
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  await harness.broker.consume('steps.llm', { 'step.run': (run) => void runs.push(run) }, { prefetch: 10 });
  return runs;
}

const isSent = (runs: readonly StepRun[], id: string): boolean => runs.some(({ step_id }) => step_id === id);
const ofA = (task_id: string): StepRun => ({ task_id, step_id: 'a', attempt: 1 }) as StepRun;
const ofB = (task_id: string): StepRun => ({ task_id, step_id: 'b', attempt: 1 }) as StepRun;

test('a short text step is sent while the write that queues it is under way', async () => {
  const runs = await collectRuns();
  const update: Update = async (...write) => {
    await until(() => isSent(runs, 'b'));
    return harness.stores.tasks.update(...write);
  };
  await harness.orchestrate({}, updating(update));
  const id = await harness.submit([step('a'), step('b', ['a'])]);
  await until(() => isSent(runs, 'a'));
  await done(harness, ofA(id), 'x');
  await until(async () => (await harness.task(id)).steps[1]?.status === 'queued');
});

test('a step that costs money upstream is sent only after the write that queues it', async () => {
  const runs = await collectRuns();
  const sentBefore: boolean[] = [];
  const update: Update = async (...write) => {
    const isStored = await harness.stores.tasks.update(...write);
    sentBefore.push(isSent(runs, 'b'));
    return isStored;
  };
  await harness.orchestrate({}, updating(update));
  const id = await harness.submit([step('a'), { ...step('b', ['a']), name: 'llm' }]);
  await done(harness, ofA(id), 'x');
  await until(() => isSent(runs, 'b'));
  expect(sentBefore[0]).toBe(false);
});

test('a step is sent early once, however often the write that queues it fails', async () => {
  const runs = await collectRuns();
  let failures = 0;
  const update: Update = (...write) => {
    if (failures === 3) return harness.stores.tasks.update(...write);
    failures += 1;
    return Promise.reject(new Error('the database does not answer'));
  };
  await harness.orchestrate({}, updating(update));
  const id = await harness.submit([step('a'), step('b', ['a'])]);
  await until(() => isSent(runs, 'a'));
  await done(harness, ofA(id), 'x');
  await until(async () => (await harness.task(id)).steps[1]?.status === 'queued', { timeoutMs: 20_000 });
  const sent = (): string[] => runs.map(({ step_id }) => step_id);
  // Once more after the write: the early message may be lost.
  await until(() => sent().length >= 3);
  expect(sent()).toEqual(['a', 'b', 'b']);
});

test('a report that comes before the write that queues its step counts', async () => {
  await collectRuns();
  let reads = 0;
  const find: Stores['tasks']['find'] = (taskId) => {
    reads += 1;
    return harness.stores.tasks.find(taskId);
  };
  const { stores } = harness;
  await harness.orchestrate({}, { ...stores, tasks: overlay(stores.tasks, { find }) });
  const id = await harness.submit([step('a'), step('b', ['a'])], { send: false });
  await done(harness, ofB(id), 'of b');
  await until(() => reads > 1);
  await done(harness, ofA(id), 'of a');
  await until(async () => (await harness.task(id)).status === 'completed');
  expect((await harness.task(id)).steps.map(({ text }) => text)).toEqual([
    { inline: 'of a' },
    { inline: 'of b' },
  ]);
});

test('the report of a step that was sent early changes nothing when the task was canceled meanwhile', async () => {
  const runs = await collectRuns();
  const { stores } = harness;
  let writes = 0;
  const update: Update = async (...write) => {
    writes += 1;
    if (writes === 1) {
      await until(() => isSent(runs, 'b'));
      await stores.tasks.request(write[0], 'cancel', stores.now());
      await done(harness, ofB(write[0]), 'too late');
    }
    return stores.tasks.update(...write);
  };
  await harness.orchestrate({}, updating(update));
  const id = await harness.submit([step('a'), step('b', ['a'])]);
  await until(() => isSent(runs, 'a'));
  await done(harness, ofA(id), 'x');
  await until(async () => (await harness.task(id)).status === 'failed');
  const { error, steps } = await harness.task(id);
  expect(error?.code).toBe('CANCELED');
  expect(steps.map(({ status, text }) => [status, text])).toEqual([['skipped', null], ['skipped', null]]); // prettier-ignore
});
