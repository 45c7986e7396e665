import type { StepKind, Task } from '@medley/contracts';
import { until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

const POISON = 5;
let harness: OrchestratorHarness;

beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

/** A task that no version of the orchestrator can handle, due before all others. */
async function submitPoison(): Promise<Task> {
  const id = await harness.submit([{ ...step('a'), name: 'unknown' as StepKind }], { send: false });
  const task = await harness.task(id);
  const due = {
    set: { wake_at: new Date(1_000) },
    steps: [{ index: 0, set: { not_before: new Date(1_000) } }],
  };
  await harness.stores.tasks.update(id, task.rev, due);
  return harness.task(id);
}

test('tasks whose handling always fails are postponed, and the timer goes on with the others', async () => {
  const poison = await Promise.all(Array.from({ length: POISON }, submitPoison));
  const healthy = await harness.submit([step('a')], { send: false });
  const { rev } = await harness.task(healthy);
  await harness.stores.tasks.update(healthy, rev, { set: { wake_at: new Date(2_000) } });
  await harness.work((run) => void done(harness, run, 'text'));

  const startedAt = harness.stores.now();
  const { metrics } = await harness.orchestrate();
  await until(async () => (await harness.task(healthy)).status === 'completed');
  await until(async () => (await valueOf(metrics)) >= POISON);

  const put = await Promise.all(poison.map(({ id }) => harness.task(id)));
  expect(put.every(({ status }) => status === 'pending')).toBe(true);
  expect(put.every(({ wake_at }) => wake_at !== null && wake_at > startedAt)).toBe(true);
});

async function valueOf(
  metrics: Awaited<ReturnType<OrchestratorHarness['orchestrate']>>['metrics'],
): Promise<number> {
  const metric = await metrics.getSingleMetric('medley_orchestrator_postponed_tasks_total')?.get();
  return metric?.values[0]?.value ?? 0;
}
