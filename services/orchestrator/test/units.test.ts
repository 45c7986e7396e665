import type { Payload, StepFinished, StepRun } from '@medley/contracts';
import { until } from '@medley/testing';
import { done, startHarness, step, type OrchestratorHarness } from './orchestrator-harness';

let harness: OrchestratorHarness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const chain = [step('a'), step('b', ['a']), step('c', ['b'])];

function outcome(
  step_id: string,
  facts: { elapsed_ms: number; ended_ms_ago: number; mapping?: Payload },
): UnitOutcome {
  return {
    step_id, attempt: 1, mapping: null, ...facts, outcome: 'completed',
    output: { inline: JSON.stringify({ text: step_id, mode: 'blind', entities: [] }) },
    text: { inline: step_id }, media: null, usage: { characters: 1 },
  }; // prettier-ignore
}
type UnitOutcome = NonNullable<StepFinished['following']>[number];

async function firstRun(): Promise<{ id: string; run: StepRun; runs: StepRun[] }> {
  const runs: StepRun[] = [];
  await harness.work((run) => void runs.push(run));
  await harness.orchestrate();
  const id = await harness.submit(chain);
  await until(() => runs.length > 0);
  const [run] = runs;
  if (!run) throw new Error('no step was sent');
  return { id, run, runs };
}

describe('a unit of steps', () => {
  it('names the chain of steps that the same service can run next, with its options', async () => {
    const { run } = await firstRun();
    expect(run.following?.map(({ step_id, kind }) => [step_id, kind])).toEqual([
      ['b', 'depersonalize'],
      ['c', 'depersonalize'],
    ]);
    expect(run.following?.every(({ characters_max }) => characters_max >= 1)).toBe(true);
  });

  it('leaves out a step with two parents or a sibling', async () => {
    const runs: StepRun[] = [];
    await harness.work((run) => void runs.push(run));
    await harness.orchestrate();
    await harness.submit([step('a'), step('b', ['a']), step('c', ['a']), step('d', ['b', 'c'])]);
    await until(() => runs.length > 0);
    expect(runs[0]?.following).toBeUndefined();
  });

  it('is stored with the outcome and the times of each step from one report', async () => {
    const { id } = await firstRun();
    const before = await harness.task(id);
    await harness.broker.publish('step.finished', {
      task_id: id,
      ...outcome('a', { elapsed_ms: 100, ended_ms_ago: 500 }),
      following: [
        outcome('b', { elapsed_ms: 200, ended_ms_ago: 300 }),
        outcome('c', { elapsed_ms: 300, ended_ms_ago: 0 }),
      ],
    });
    await until(async () => (await harness.task(id)).status === 'completed');
    const task = await harness.task(id);
    const times = task.steps.map(({ started_at, completed_at }) => [
      (started_at?.getTime() ?? 0) - (task.completed_at?.getTime() ?? 0),
      (completed_at?.getTime() ?? 0) - (task.completed_at?.getTime() ?? 0),
    ]);
    expect(times).toEqual([[-600, -500], [-500, -300], [-300, 0]]); // prettier-ignore
    expect(task.events.slice(before.events.length).map(({ type, step_id }) => [type, step_id])).toEqual([
      ['step.started', 'a'], ['step.completed', 'a'], ['step.queued', 'b'],
      ['step.started', 'b'], ['step.completed', 'b'], ['step.queued', 'c'],
      ['step.started', 'c'], ['step.completed', 'c'], ['task.completed', null],
    ]); // prettier-ignore
    // One write for the whole unit; the settlement does not raise the revision.
    expect(task.rev).toBe(before.rev + 1);
  });

  it('is stored whole when its cost fits into the reservation, although more was to be expected', async () => {
    await harness.orchestrate();
    const restore = { id: 'b', name: 'restore' as const, depends_on: ['a'], options: {} };
    const id = await harness.submit([step('a'), restore]);
    await until(async () => (await harness.broker.depth('steps.depersonalize')) === 1);
    await harness.broker.publish('step.finished', {
      task_id: id,
      // A restored text may be longer than the masked one by as much as the mapping has bytes.
      ...outcome('a', { elapsed_ms: 1, ended_ms_ago: 1, mapping: { inline: 'm'.repeat(100_000) } }),
      following: [outcome('b', { elapsed_ms: 1, ended_ms_ago: 0 })],
    });
    await until(async () => (await harness.task(id)).status === 'completed');
    expect((await harness.task(id)).cost).toMatchObject({ extensions: [], reserved: 10_000 });
    expect(await harness.broker.depth('steps.restore')).toBe(0);
  });

  it('sends no message for a step that its worker has begun', async () => {
    const { id, run, runs } = await firstRun();
    await harness.broker.publish('step.finished', {
      task_id: id,
      ...outcome('a', { elapsed_ms: 600, ended_ms_ago: 0 }),
      continues_with: 'b',
      worker: 'w1',
    });
    await until(async () => (await harness.task(id)).steps[1]?.status === 'running');
    const { steps } = await harness.task(id);
    expect(steps[1]).toMatchObject({ attempt: 1, worker: 'w1' });
    await done(harness, { ...run, step_id: 'b' }, 'b');
    await until(() => runs.length > 1);
    expect(runs.map(({ step_id }) => step_id)).toEqual(['a', 'c']);
  });

  it('continues by messages after an outcome that a worker of the version before reports alone', async () => {
    const { run, runs } = await firstRun();
    await done(harness, run, 'a');
    await until(() => runs.length > 1);
    expect(runs[1]).toMatchObject({ step_id: 'b', input: { text: { inline: 'a' } } });
    expect(runs[1]?.following?.map(({ step_id }) => step_id)).toEqual(['c']);
  });
});
