import type { StepRun } from '@medley/contracts';
import { overlay, until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

test.each([
  ['a task that was created in the same process is completed without being read', 1, false],
  ['a task with large options is not kept in memory', 10_000, true],
])('%s', async (_, length, isRead) => {
  const { stores } = harness;
  const reads: string[] = [];
  const find: typeof stores.tasks.find = (id) => {
    reads.push(id);
    return stores.tasks.find(id);
  };
  await harness.work(async (run) => {
    await done(harness, run, 'x');
  });
  await harness.orchestrate({}, { ...stores, tasks: overlay(stores.tasks, { find }) });
  const options = { deny_list: ['a'.repeat(length)] };
  const id = await harness.submit([{ ...step('a'), options }], { isOfThisProcess: true });
  await until(async () => (await harness.task(id)).status === 'completed');
  expect(reads.includes(id)).toBe(isRead);
});

test('a cancellation that came between its creation and its first step is seen all the same', async () => {
  const { stores, broker } = harness;
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  await harness.orchestrate();
  const id = await harness.submit([step('a'), step('b', ['a'])], { isOfThisProcess: true, send: false });
  await stores.tasks.request(id, 'cancel', stores.now());
  await broker.publish('task.submitted', { task_id: id });
  await until(async () => (await harness.task(id)).status === 'failed');
  const { error, steps } = await harness.task(id);
  expect(error?.code).toBe('CANCELED');
  expect(steps.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  for (const run of runs) await done(harness, run, 'x');
  await until(async () => (await broker.depth('orchestrator')) === 0);
  expect((await harness.task(id)).steps.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
});
