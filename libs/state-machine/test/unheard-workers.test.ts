import { stepKinds, type StepKind } from '@medley/contracts';
import { TaskSimulation } from './task-simulation';

const SECOND = 1_000;
const attempt = { task_id: 'task', step_id: 'a', attempt: 1 };
const queues = { idle: new Set(stepKinds), claimedUntil: new Map<StepKind, Date>() };

/** A worker has begun the step, which the orchestrator knows or not, and nobody could hear it for the 75 s until now. */
function afterOutage({ isKnown = true, kind }: { isKnown?: boolean; kind?: StepKind } = {}): TaskSimulation {
  const simulation = new TaskSimulation([
    { id: 'a', name: kind ?? 'depersonalize', options: {}, depends_on: [] },
  ]);
  simulation.apply({ type: 'submitted' });
  if (isKnown) simulation.apply({ type: 'claimed', claim: { ...attempt, worker: 'w1' } });
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

describe('a queued attempt that a worker may have begun while nobody could hear it', () => {
  const claim = (simulation: TaskSimulation, redelivered: boolean): string | null => {
    const asked = { ...attempt, worker: 'w2', ...(redelivered && { redelivered }) };
    simulation.apply({ type: 'claimed', claim: asked });
    return simulation.task.steps[0]?.worker ?? null;
  };

  it('is given to the worker that gets its message again after 20 s, and not before', () => {
    const simulation = afterOutage({ isKnown: false });
    for (const seconds of [0, 19.999]) {
      pass(simulation, seconds);
      expect(claim(simulation, true)).toBeNull();
    }
    pass(simulation, 0.001);
    expect(claim(simulation, true)).toBe('w2');
  });

  it('stays with the worker that is heard within that time', () => {
    const simulation = afterOutage({ isKnown: false });
    expect(claim(simulation, true)).toBeNull();
    const report = { ...attempt, worker: 'w1', elapsed_ms: 76_000, progress: null };
    simulation.apply({ type: 'heartbeat', report });
    pass(simulation, 19.999);
    expect(claim(simulation, true)).toBe('w1');
  });

  it('is given at once on a message that came to no worker before, or to a step that is never begun without a claim', () => {
    expect(claim(afterOutage({ isKnown: false }), false)).toBe('w2');
    expect(claim(afterOutage({ isKnown: false, kind: 'llm' }), true)).toBe('w2');
  });
});
