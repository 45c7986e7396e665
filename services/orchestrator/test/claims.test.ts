import type { StepClaimedSignal, StepRun } from '@medley/contracts';
import { signalTopics } from '@medley/contracts';
import { until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

/** Claim an attempt as a worker and return the answer. */
async function claim(run: Pick<StepRun, 'task_id' | 'step_id' | 'attempt'>, worker: string): Promise<string> {
  const { task_id, step_id, attempt } = run;
  const answers: StepClaimedSignal[] = [];
  const listener = await harness.broker.listen((event) => answers.push(event.body as StepClaimedSignal));
  await listener.bind(signalTopics.stepClaimed(worker));
  await harness.broker.publish('step.claim', { task_id, step_id, attempt, worker });
  await until(() => answers.length > 0);
  await listener.close();
  return answers[0]?.answer ?? '';
}

async function queued(): Promise<{ id: string; run: StepRun }> {
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  await harness.orchestrate();
  const id = await harness.submit([step('a')]);
  await until(() => runs.length > 0);
  const [run] = runs;
  if (!run) throw new Error('no step was sent');
  return { id, run };
}

describe('a claim of an attempt', () => {
  it('is granted to the first worker, and to it again when the answer was lost', async () => {
    const { id, run } = await queued();
    expect(await claim(run, 'w1')).toBe('run');
    expect(await claim(run, 'w1')).toBe('run');
    expect((await harness.task(id)).steps[0]).toMatchObject({ status: 'running', worker: 'w1' });
  });

  it('waits while another worker runs the attempt', async () => {
    const { run } = await queued();
    await claim(run, 'w1');
    expect(await claim(run, 'w2')).toBe('wait');
  });

  it('is refused for an attempt that is done, and for a task that has ended or does not exist', async () => {
    const { id, run } = await queued();
    await done(harness, run, 'x');
    await until(async () => (await harness.task(id)).status === 'completed');
    expect(await claim(run, 'w1')).toBe('drop');
    expect(await claim({ ...run, task_id: 'no-such-task' }, 'w1')).toBe('drop');
  });

  it('is refused for an attempt that is not the current one', async () => {
    const { run } = await queued();
    expect(await claim({ ...run, attempt: 2 }, 'w1')).toBe('drop');
  });

  it('waits for a unit that another worker continues, and is refused once that has ended', async () => {
    const runs: StepRun[] = [];
    await harness.work((run) => void runs.push(run));
    await harness.orchestrate();
    const id = await harness.submit([step('a'), step('b', ['a'])]);
    await until(() => runs.length > 0);
    const [run] = runs;
    if (!run) throw new Error('no step was sent');
    await done(harness, run, 'x', { continues_with: 'b', worker: 'w1' });
    await until(async () => (await harness.task(id)).steps[1]?.status === 'running');
    expect(await claim(run, 'w2')).toBe('wait');
    await done(harness, { ...run, step_id: 'b' }, 'y');
    await until(async () => (await harness.task(id)).status === 'completed');
    expect(await claim(run, 'w2')).toBe('drop');
  });
});
