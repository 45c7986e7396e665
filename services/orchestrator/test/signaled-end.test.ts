import type { SignalEvent } from '@medley/broker';
import { reviveTask, signalTopics, type Task } from '@medley/contracts';
import { until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

/** Run a task of one step that gives this text; returns it as it is stored and as the signal of its end has it. */
async function endWith(text: string): Promise<{ stored: Task; signaled: object | undefined }> {
  const ends: SignalEvent[] = [];
  const listener = await harness.broker.listen((event) => {
    if ('type' in event.body && event.body.type === 'task.completed') ends.push(event);
  });
  await listener.bind('events.#');
  await harness.work((run) => void done(harness, run, text));
  await harness.orchestrate();
  const id = await harness.submit([step('a')]);
  await until(() => ends.length > 0);
  const [end] = ends;
  expect(end?.topic).toBe(signalTopics.taskEvent(id, 'task.completed'));
  const signaled = end && 'task' in end.body ? end.body.task : undefined;
  return { stored: await harness.task(id), signaled };
}

describe('the signal of the end of a task', () => {
  it('brings the task as it is stored', async () => {
    const { stored, signaled } = await endWith('x');
    const { cost, ...rest } = reviveTask(signaled ?? {});
    // The settlement is another write, which may have come since.
    expect({ ...rest, cost: { ...cost, settled: true } }).toEqual({
      ...stored,
      cost: { ...stored.cost, settled: true },
    });
  });

  it('does not bring a large task', async () => {
    const { signaled } = await endWith('x'.repeat(10_000));
    expect(signaled).toBeUndefined();
  });
});
