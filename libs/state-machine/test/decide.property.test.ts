import type { Task } from '@medley/contracts';
import fc from 'fast-check';
import { acts, graphs, TaskSimulation } from './task-simulation';

describe('decide, for any triggers in any order', () => {
  const histories = fc.tuple(graphs, fc.array(acts, { maxLength: 60 }));

  it('ends every task exactly once when no more messages are lost', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const simulation = new TaskSimulation(steps);
        simulation.apply({ type: 'submitted' });
        history.forEach((act) => simulation.act(act));
        simulation.runToEnd();
        expect(simulation.task.status).not.toBe('pending');
        expect(simulation.ends).toHaveLength(1);
        expect(simulation.task.delivery?.event).toBe(`task.${simulation.task.status}`);
        expect(simulation.task.completed_at).not.toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('changes nothing in an ended task unless the timer fires', () => {
    fc.assert(
      fc.property(histories, fc.array(acts, { maxLength: 20 }), ([steps, history], later) => {
        const simulation = new TaskSimulation(steps);
        simulation.apply({ type: 'submitted' });
        history.forEach((act) => simulation.act(act));
        simulation.runToEnd();
        const { status, completed_at, steps: ended, error } = simulation.task;
        later.filter((act) => act.do !== 'wait' && act.do !== 'cancel').forEach((act) => simulation.act(act));
        expect(simulation.task).toMatchObject({ status, completed_at, steps: ended, error });
      }),
    );
  });

  it('runs a step only when its dependencies are completed, and accepts one result', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const simulation = new TaskSimulation(steps);
        simulation.apply({ type: 'submitted' });
        for (const act of history) {
          simulation.act(act);
          const status = new Map(simulation.task.steps.map((step) => [step.id, step.status]));
          for (const step of simulation.task.steps) {
            if (step.status === 'waiting' || step.status === 'skipped') continue;
            expect(step.depends_on.map((parent) => status.get(parent))).toEqual(
              step.depends_on.map(() => 'completed'),
            );
          }
        }
        const completions = simulation.task.events
          .filter((event) => event.type === 'step.completed')
          .map((event) => event.step_id);
        expect(new Set(completions).size).toBe(completions.length);
      }),
    );
  });

  it('numbers the events of a task 1, 2, 3 … and never runs a step more than three times', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const simulation = new TaskSimulation(steps);
        simulation.apply({ type: 'submitted' });
        history.forEach((act) => simulation.act(act));
        simulation.runToEnd();
        expect(simulation.task.events.map((event) => event.seq)).toEqual(
          simulation.task.events.map((_, index) => index + 1),
        );
        for (const step of simulation.task.steps) expect(step.attempt).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('keeps a hidden output as long as a step below it may need it, and no longer', () => {
    const choices = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(histories, choices, ([steps, history], isGivenOut) => {
        const outputs = steps.map(({ id }) => id).filter((_, index) => isGivenOut[index]);
        const simulation = new TaskSimulation(steps, Infinity, outputs);
        simulation.apply({ type: 'submitted' });
        for (const act of history) {
          simulation.act(act);
          for (const step of simulation.task.steps) {
            if (step.status !== 'completed') continue;
            const isKept = outputs.includes(step.id) || hasOpenDescendant(simulation.task, step.id);
            expect([step.id, step.output !== null, step.text !== null]).toEqual([step.id, isKept, isKept]);
          }
        }
      }),
    );
  });
});

function hasOpenDescendant({ steps }: Pick<Task, 'steps'>, id: string): boolean {
  return steps
    .filter(({ depends_on }) => depends_on.includes(id))
    .some(
      ({ id: child, status }) =>
        !['completed', 'failed', 'skipped'].includes(status) || hasOpenDescendant({ steps }, child),
    );
}
