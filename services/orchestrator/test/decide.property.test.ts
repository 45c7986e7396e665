import fc from 'fast-check';
import { acts, graphs, World } from './task-world';

describe('decide, whatever happens in whatever order', () => {
  const histories = fc.tuple(graphs, fc.array(acts, { maxLength: 60 }));

  it('brings every task to exactly one end once the world heals', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        history.forEach((act) => world.act(act));
        world.heal();
        expect(world.task.status).not.toBe('pending');
        expect(world.ends).toHaveLength(1);
        expect(world.task.delivery?.event).toBe(`task.${world.task.status}`);
        expect(world.task.completed_at).not.toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('changes nothing of an ended task but what the clock does', () => {
    fc.assert(
      fc.property(histories, fc.array(acts, { maxLength: 20 }), ([steps, history], later) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        history.forEach((act) => world.act(act));
        world.heal();
        const { status, completed_at, steps: ended, error } = world.task;
        later.filter((act) => act.do !== 'wait' && act.do !== 'cancel').forEach((act) => world.act(act));
        expect(world.task).toMatchObject({ status, completed_at, steps: ended, error });
      }),
    );
  });

  it('runs a step only when all it depends on is completed, and accepts one result of it', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        for (const act of history) {
          world.act(act);
          const status = new Map(world.task.steps.map((step) => [step.id, step.status]));
          for (const step of world.task.steps) {
            if (step.status === 'waiting' || step.status === 'skipped') continue;
            expect(step.depends_on.map((parent) => status.get(parent))).toEqual(
              step.depends_on.map(() => 'completed'),
            );
          }
        }
        const completions = world.task.events
          .filter((event) => event.type === 'step.completed')
          .map((event) => event.step_id);
        expect(new Set(completions).size).toBe(completions.length);
      }),
    );
  });

  it('numbers the events of a task 1, 2, 3 … and never tries a step more than three times', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        history.forEach((act) => world.act(act));
        world.heal();
        expect(world.task.events.map((event) => event.seq)).toEqual(
          world.task.events.map((_, index) => index + 1),
        );
        for (const step of world.task.steps) expect(step.attempt).toBeLessThanOrEqual(3);
      }),
    );
  });
});
