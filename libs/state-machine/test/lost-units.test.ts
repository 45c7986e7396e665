import type { ResolvedStep } from '@medley/contracts';
import { TaskSimulation } from './task-simulation';

const SECOND = 1_000;
const chain = ['a', 'b', 'c'].map((id, index, ids): ResolvedStep => ({
  ...{ id, name: 'depersonalize', options: {} },
  depends_on: ids.slice(Math.max(index - 1, 0), index),
}));
const attempt = { task_id: 'task', attempt: 1 };

/** A worker reported the first step of a unit and goes on with the second. */
function continuingUnit(): TaskSimulation {
  const simulation = new TaskSimulation(chain);
  simulation.apply({ type: 'submitted' });
  const report = { ...attempt, step_id: 'a', elapsed_ms: 600, ...simulation.success('a', 5) };
  simulation.apply({ type: 'finished', report: { ...report, continues_with: 'b', worker: 'w1' } });
  simulation.sent.length = 0;
  return simulation;
}

/** The unit's message, whose first step is done, came to another worker. */
function claimAgain(simulation: TaskSimulation): void {
  simulation.apply({ type: 'claimed', claim: { ...attempt, step_id: 'a', worker: 'w2' } });
}

function pass(simulation: TaskSimulation, seconds: number): void {
  simulation.now = new Date(simulation.now.getTime() + seconds * SECOND);
}

describe('a unit whose worker was lost after it had reported a part', () => {
  it('goes on in the same attempt 20 s after the last heartbeat, as soon as its message comes again', () => {
    const simulation = continuingUnit();
    pass(simulation, 19.999);
    claimAgain(simulation);
    expect(simulation.sent).toEqual([]);
    pass(simulation, 0.001);
    claimAgain(simulation);
    expect(simulation.sent).toEqual([{ step_id: 'b', attempt: 1 }]);
    expect(simulation.task.steps[1]).toMatchObject({ status: 'queued', attempt: 1, resent: 1, worker: null });
    claimAgain(simulation);
    expect(simulation.sent).toHaveLength(1);
  });

  it('stays with its worker while that sends heartbeats', () => {
    const simulation = continuingUnit();
    for (let heartbeat = 0; heartbeat < 4; heartbeat += 1) {
      pass(simulation, 15);
      const report = { ...attempt, step_id: 'b', elapsed_ms: 1, progress: null, worker: 'w1' };
      simulation.apply({ type: 'heartbeat', report });
      claimAgain(simulation);
    }
    expect(simulation.sent).toEqual([]);
    expect(simulation.task.steps[1]).toMatchObject({ status: 'running', worker: 'w1' });
  });
});

test('a worker that claims its own attempt again has it for another 20 s', () => {
  const simulation = new TaskSimulation(chain);
  simulation.apply({ type: 'submitted' });
  const claim = (worker: string): void => {
    simulation.apply({ type: 'claimed', claim: { ...attempt, step_id: 'a', worker } });
  };
  claim('w1');
  pass(simulation, 19);
  claim('w1');
  pass(simulation, 19);
  claim('w2');
  expect(simulation.task.steps[0]?.worker).toBe('w1');
  pass(simulation, 1);
  claim('w2');
  expect(simulation.task.steps[0]?.worker).toBe('w2');
});
