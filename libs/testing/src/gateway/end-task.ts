import { HOUR_MS, type Task, type TaskStep } from '@medley/contracts';
import type { Stores, TaskChanges } from '@medley/store';

interface End {
  status?: 'completed' | 'failed';
  /** Changes of steps by id; other steps are completed without output. */
  steps?: Record<string, Partial<TaskStep>>;
  set?: TaskChanges['set'];
}

/** Ends a task in one write, as the orchestrator does. */
export async function endTask(stores: Stores, id: string, end: End = {}): Promise<Task> {
  const { status = 'completed' } = end;
  const task = await stores.tasks.find(id);
  if (!task) throw new Error('there is no such task');
  const now = stores.now();
  const seq = (task.events.at(-1)?.seq ?? 0) + 1;
  await stores.tasks.update(id, task.rev, {
    set: {
      status,
      progress: 1,
      completed_at: now,
      expires_at: new Date(now.getTime() + HOUR_MS),
      wake_at: null,
      ...(status === 'failed' && {
        error: { code: 'SOURCE_REFUSED', message: 'no', step: null, retryable: false, attempts: 1 },
      }),
      ...end.set,
    },
    steps: task.steps.map((step, index) => ({
      index,
      set: { status, completed_at: now, ...end.steps?.[step.id] },
    })),
    events: [{ seq, type: `task.${status}`, at: now, step_id: null, attempt: null }],
  });
  const ended = await stores.tasks.find(id);
  if (!ended) throw new Error('the task is gone');
  return ended;
}
