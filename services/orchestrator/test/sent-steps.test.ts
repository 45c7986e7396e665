import { signalTopics, type StepRun } from '@medley/contracts';
import { overlay, until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

/** Steps sent by the orchestrator and tasks read by it until the step that `tell` says the gateway sent is reported. */
async function completeSent(
  tell: (id: string) => Promise<void>,
): Promise<{ sent: StepRun[]; reads: number }> {
  const { stores } = harness;
  const sent: StepRun[] = [];
  await harness.work((run) => void sent.push(run));
  let reads = 0;
  const tasks = overlay(stores.tasks, {
    find: (id) => {
      reads += 1;
      return stores.tasks.find(id);
    },
  });
  await harness.orchestrate({}, { ...stores, tasks });
  const id = await harness.submit([step('a')], { send: false });
  await tell(id);
  await done(harness, { task_id: id, step_id: 'a', attempt: 1 } as StepRun, 'x');
  await until(async () => (await harness.task(id)).status === 'completed');
  return { sent, reads };
}

const signalSent = async (id: string): Promise<void> =>
  harness.broker.signal('task.sent', signalTopics.taskSent, { task: await harness.task(id) });

test('a step that the gateway has sent is not sent again, and the orchestrator need not read its task', async () => {
  expect(await completeSent(signalSent)).toEqual({ sent: [], reads: 0 });
});

test('a step is not sent again either when the signal of the gateway is lost', async () => {
  expect(await completeSent(() => Promise.resolve())).toEqual({ sent: [], reads: 1 });
});

test('a step that a gateway of the version before has sent is not sent again', async () => {
  const tell = async (task_id: string): Promise<void> => {
    await harness.broker.publish('task.submitted', { task_id, is_sent: true });
  };
  expect(await completeSent(tell)).toEqual({ sent: [], reads: 1 });
});

test('a step whose message from the gateway was lost is sent by the timer', async () => {
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  await harness.orchestrate();
  const id = await harness.submit([step('a')], { send: false });
  await signalSent(id);
  await until(() => runs.length === 1, { timeoutMs: 20_000 });
  expect(runs[0]).toMatchObject({ task_id: id, step_id: 'a', attempt: 1, resent: true });
});
