import fc from 'fast-check';
import { priceOfStep, type TaskStep } from '@medley/contracts';
import { acts, graphs, rules, TaskSimulation, type Act } from './task-simulation';

const histories = fc.tuple(graphs, fc.array(acts, { maxLength: 60 }), fc.nat(20_000));

function priceOf(step: TaskStep): number {
  return step.usage ? priceOfStep(rules.prices[step.name], step.usage) : 0;
}

const sum = (units: Iterable<number>): number => [...units].reduce((total, one) => total + one, 0);

function play(
  [steps, history, balance]: [ConstructorParameters<typeof TaskSimulation>[0], Act[], number],
  afterEach: (simulation: TaskSimulation) => void = () => undefined,
): TaskSimulation {
  const simulation = new TaskSimulation(steps, balance);
  simulation.apply({ type: 'submitted' });
  for (const act of history) {
    simulation.act(act);
    afterEach(simulation);
  }
  simulation.runToEnd();
  return simulation;
}

describe('the money of a task, for any triggers in any order', () => {
  it('charges exactly the completed steps, however the task ends', () => {
    fc.assert(
      fc.property(histories, (given) => {
        const { task } = play(given);
        const finished = task.steps.filter(({ status }) => status === 'completed');
        expect(task.cost.charged).toBe(sum(finished.map(priceOf)));
      }),
    );
  });

  it('is reserved before a step is dispatched: steps never cost more than the account granted', () => {
    fc.assert(
      fc.property(histories, (given) => {
        const simulation = play(given, ({ task, granted, reservedFirst }) => {
          const used = sum(task.steps.map(priceOf));
          expect(used).toBeLessThanOrEqual(task.cost.reserved);
          expect(task.cost.reserved).toBeLessThanOrEqual(reservedFirst + sum(granted.values()));
        });
        expect(simulation.task.cost.charged).toBeLessThanOrEqual(simulation.task.cost.reserved);
      }),
      { numRuns: 300 },
    );
  });

  it('is completely known to the settlement: every extension is recorded in the ended task', () => {
    fc.assert(
      fc.property(histories, (given) => {
        const { task, granted, reservedFirst } = play(given);
        const { reserved, extensions, wanted } = task.cost;
        const recorded = extensions.length + (wanted === null ? 0 : 1);
        for (const index of granted.keys()) expect(index).toBeLessThanOrEqual(recorded);
        extensions.forEach((units, at) => expect(granted.get(at + 1)).toBe(units));
        expect(reserved - sum(extensions)).toBe(reservedFirst);
      }),
      { numRuns: 300 },
    );
  });

  it('fails a task that the account cannot pay for, before the step is dispatched', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const simulation = play([steps, history, 0]);
        expect(simulation.task.cost.extensions).toEqual([]);
        const refused = simulation.task.steps.find(({ error }) => error?.code === 'INSUFFICIENT_BALANCE');
        if (refused) expect([refused.status, refused.attempt]).toEqual(['failed', 0]);
        else if (simulation.requested.size > 0) expect(simulation.task.status).toBe('failed');
      }),
    );
  });
});
