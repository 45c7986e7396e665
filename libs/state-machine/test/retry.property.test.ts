import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  newTask,
  planCost,
  priceOfStep,
  stepsToRetry,
  type ResolvedStep,
  type StepSuccess,
  type Task,
} from '@medley/contracts';
import { acts, graphs, rules, TaskSimulation, type Act } from './task-simulation';

/** Each step gives a text that depends on its id and on the texts of its parents only. */
class DeterministicSimulation extends TaskSimulation {
  override success(stepId: string): StepSuccess {
    const { text, ...rest } = super.success(stepId, 1);
    const step = this.task.steps.find(({ id }) => id === stepId);
    const above = (step?.depends_on ?? []).map((id) => this.task.steps.find((one) => one.id === id)?.text);
    const made = createHash('sha256')
      .update(JSON.stringify([stepId, above]))
      .digest('hex');
    return { ...rest, text: text && { inline: made }, output: { inline: JSON.stringify({ text: made }) } };
  }
}

interface History {
  steps: ResolvedStep[];
  /** What happens before the first end, and before that of each retry. */
  rounds: Act[][];
  from: number[];
  outputs: number[] | null;
}

// A unit reports results of steps whose parents have none yet, which here would not be deterministic.
const round = fc.array(
  acts.filter((act) => act.do !== 'succeed-unit'),
  { maxLength: 25 },
);
const histories: fc.Arbitrary<History> = fc.record({
  steps: graphs,
  rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
  from: fc.array(fc.nat(7), { maxLength: 2 }),
  outputs: fc.option(fc.array(fc.nat(7), { minLength: 1, maxLength: 4 })),
});

function start({ steps, outputs }: History): DeterministicSimulation {
  const given = outputs?.map((index) => `s${index % steps.length}`) ?? null;
  return new DeterministicSimulation(steps, Infinity, given && [...new Set(given)]);
}

/** Retries an ended task as the gateway does. */
function retry(ended: Task, { steps, from }: History): DeterministicSimulation {
  const simulation = start({ steps, from, rounds: [], outputs: null });
  const runs = stepsToRetry(
    ended,
    from.map((index) => `s${index % steps.length}`),
  );
  const { account_id, input, outputs = null, ttl, id } = ended;
  if (!input) throw new Error('the task was purged');
  const reused = ended.steps.filter((step) => !runs.has(step.id));
  const made = newTask(
    { id, account_id, input, steps, outputs, metadata: [], webhook_url: null, ttl, reserved: 0, retry_of: id, reused },
    simulation.now,
  ); // prettier-ignore
  simulation.task = { ...made, cost: { ...made.cost, reserved: planCost(made, rules) } };
  return simulation;
}

function play(simulation: DeterministicSimulation, history: readonly Act[]): Task {
  simulation.apply({ type: 'submitted' });
  for (const act of history) if (simulation.task.status === 'pending') simulation.act(act);
  simulation.runToEnd();
  return simulation.task;
}

/** The task after its retries, of which the last one is not disturbed. */
function playAll(history: History): Task {
  let task = play(start(history), history.rounds[0] ?? []);
  for (const acting of [...history.rounds.slice(1), []]) task = play(retry(task, history), acting);
  return task;
}

const outputsOf = ({ steps, outputs }: Task): unknown[] =>
  steps.filter(({ id }) => outputs?.includes(id) ?? true).map(({ id, output }) => [id, output]);

test('a retried task ends with the outputs of an uninterrupted run, however often it failed before', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const uninterrupted = play(start(history), []);
      const retried = playAll({ ...history, from: history.from.length === 0 ? [0] : history.from });
      expect([uninterrupted.status, retried.status]).toEqual(['completed', 'completed']);
      expect(outputsOf(retried)).toEqual(outputsOf(uninterrupted));
    }),
    { numRuns: 300 },
  );
});

test('a retry runs exactly the steps that it has to, and charges no other', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const ended = play(start(history), history.rounds[0] ?? []);
      const simulation = retry(ended, { ...history, from: history.from.length === 0 ? [0] : history.from });
      const kept = simulation.task.steps.filter(({ reused }) => reused).map(({ id }) => id);
      const task = play(simulation, []);
      const queued = task.events.filter(({ type }) => type === 'step.queued').map(({ step_id }) => step_id);
      expect(new Set([...queued, ...kept]).size).toBe(history.steps.length);
      expect(queued).toHaveLength(history.steps.length - kept.length);
      const ran = task.steps.filter(({ reused }) => !reused);
      const price = ran.reduce(
        (sum, { name, usage }) => sum + priceOfStep(rules.prices[name], usage ?? {}),
        0,
      );
      expect(task.cost.charged).toBe(price);
      expect(
        ended.steps.filter(({ status }) => status !== 'completed').every(({ id }) => queued.includes(id)),
      ).toBe(true);
    }),
  );
});
