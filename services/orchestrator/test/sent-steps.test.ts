import type { StepRun } from '@medley/contracts';
import { overlay, until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

test('a step that the gateway has sent is not sent again, and its report needs no further read of the task', async () => {
  const { stores, broker } = harness;
  const [runs, reads]: [StepRun[], string[]] = [[], []];
  await harness.work((run) => void runs.push(run));
  const tasks = overlay(stores.tasks, {
    find: (id) => {
      reads.push(id);
      return stores.tasks.find(id);
    },
  });
  await harness.orchestrate({}, { ...stores, tasks });
  const id = await harness.submit([step('a')], { send: false });
  await broker.publish('task.submitted', { task_id: id, is_sent: true });
  await done(harness, { task_id: id, step_id: 'a', attempt: 1 } as StepRun, 'x');
  await until(async () => (await harness.task(id)).status === 'completed');
  expect([runs, reads]).toEqual([[], [id]]);
});

test('a step whose message from the gateway was lost is sent by the timer', async () => {
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  await harness.orchestrate();
  const id = await harness.submit([step('a')], { send: false });
  await harness.broker.publish('task.submitted', { task_id: id, is_sent: true });
  await until(() => runs.length === 1, { timeoutMs: 20_000 });
  expect(runs[0]).toMatchObject({ task_id: id, step_id: 'a', attempt: 1, resent: true });
});
