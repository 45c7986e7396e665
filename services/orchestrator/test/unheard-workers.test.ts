import { stepKinds, type StepKind } from '@medley/contracts';
import { TaskSimulation } from './task-simulation';

const SECOND = 1_000;
const attempt = { task_id: 'task', step_id: 'a', attempt: 1 };
const queues = { idle: new Set(stepKinds), claimedUntil: new Map<StepKind, Date>() };

/** A worker has begun the step, and nobody could hear it for the 75 s until now. */
function afterOutage(): TaskSimulation {
  const simulation = new TaskSimulation([{ id: 'a', name: 'depersonalize', options: {}, depends_on: [] }]);
  simulation.apply({ type: 'submitted' });
  simulation.apply({ type: 'claimed', claim: { ...attempt, worker: 'w1' } });
  pass(simulation, 75);
  simulation.heardSince = simulation.now;
  return simulation;
}

function pass(simulation: TaskSimulation, seconds: number): void {
  simulation.now = new Date(simulation.now.getTime() + seconds * SECOND);
}

describe('an attempt whose heartbeats nobody could hear', () => {
  it('is given up 60 s after the orchestrator hears again, and not before', () => {
    const simulation = afterOutage();
    for (const seconds of [0, 59.999]) {
      pass(simulation, seconds);
      simulation.apply({ type: 'timer-fired', queues });
      expect(simulation.task.steps[0]).toMatchObject({ status: 'running', attempt: 1 });
    }
    // Until then the timer need not look at the task again.
    expect(simulation.task.wake_at?.getTime()).toBe(simulation.now.getTime() + 1);
    pass(simulation, 0.001);
    simulation.apply({ type: 'timer-fired', queues });
    expect(simulation.task.steps[0]).toMatchObject({ status: 'queued', attempt: 2 });
  });

  it('is given to another worker 20 s after the orchestrator hears again, and not before', () => {
    const simulation = afterOutage();
    const claim = (): unknown => simulation.apply({ type: 'claimed', claim: { ...attempt, worker: 'w2' } });
    claim();
    pass(simulation, 19.999);
    claim();
    expect(simulation.task.steps[0]?.worker).toBe('w1');
    pass(simulation, 0.001);
    claim();
    expect(simulation.task.steps[0]?.worker).toBe('w2');
  });
});
