import type { StepKind, Task } from '@medley/contracts';
import { until } from '../../../tests/support/until';
import { done, startLab, step, type OrchestratorLab } from './orchestrator-lab';

const POISON = 5;
let lab: OrchestratorLab;

beforeEach(async () => {
  lab = await startLab();
}, 60_000);
afterEach(() => lab.stop());

/** A task that no version of the orchestrator can handle, due before all others. */
async function submitPoison(): Promise<Task> {
  const id = await lab.submit([{ ...step('a'), name: 'unknown' as StepKind }], { send: false });
  const task = await lab.task(id);
  const due = {
    set: { wake_at: new Date(1_000) },
    steps: [{ index: 0, set: { not_before: new Date(1_000) } }],
  };
  await lab.stores.tasks.move(id, task.rev, due);
  return lab.task(id);
}

test('tasks whose handling always fails are put off, and the clock goes on with the others', async () => {
  const poison = await Promise.all(Array.from({ length: POISON }, submitPoison));
  const healthy = await lab.submit([step('a')], { send: false });
  const { rev } = await lab.task(healthy);
  await lab.stores.tasks.move(healthy, rev, { set: { wake_at: new Date(2_000) } });
  await lab.work((run) => void done(lab, run, 'text'));

  const { metrics } = await lab.orchestrate();
  await until(async () => (await lab.task(healthy)).status === 'completed');
  await until(async () => (await valueOf(metrics)) >= POISON);

  const put = await Promise.all(poison.map(({ id }) => lab.task(id)));
  expect(put.every(({ status }) => status === 'pending')).toBe(true);
  expect(put.every(({ wake_at }) => wake_at !== null && wake_at > lab.stores.now())).toBe(true);
});

async function valueOf(
  metrics: Awaited<ReturnType<OrchestratorLab['orchestrate']>>['metrics'],
): Promise<number> {
  const metric = await metrics.getSingleMetric('medley_orchestrator_postponed_tasks_total')?.get();
  return metric?.values[0]?.value ?? 0;
}
