import type { Task } from '@medley/contracts';
import type { TaskStore } from '@medley/store';
import type { TaskSubscriptions } from './task-subscriptions';

/** Interval of polling the database, because signals may be lost. */
const POLL_MS = 1_000;

export interface WaitLimit {
  ms: number;
  /** Aborted when the client disconnects. */
  disconnected: AbortSignal;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

/** Wait until the task has ended, or return its current state when the limit is reached. */
export async function waitForEnd(
  { tasks, subscriptions }: { tasks: Pick<TaskStore, 'find'>; subscriptions: TaskSubscriptions },
  task: Task,
  limit: WaitLimit,
): Promise<Task> {
  const until = performance.now() + limit.ms;
  const notifier = new Notifier();
  const unsubscribe = await subscriptions.subscribe(task.id, ({ name }) => {
    if (name === 'task.event') notifier.notify();
  });
  const signals = [limit.disconnected, limit.stopping];
  const onAbort = (): void => notifier.notify();
  for (const signal of signals) signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const now = (await tasks.find(task.id)) ?? task;
      const left = until - performance.now();
      if (now.status !== 'pending' || left <= 0 || signals.some(({ aborted }) => aborted)) return now;
      await notifier.wait(Math.min(left, POLL_MS));
    }
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', onAbort);
    await unsubscribe();
  }
}

/** Wakes a waiting function; a notification while nothing waits is kept for the next wait. */
class Notifier {
  #isNotified = false;
  #wake: (() => void) | null = null;

  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        this.#isNotified = false;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
      if (this.#isNotified) done();
    });
  }
}
