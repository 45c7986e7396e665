import type { Task } from '@medley/contracts';
import type { TaskStore } from '@medley/store';
import type { TaskEars } from './task-ears';

/** Signals may be lost: so often the database is asked anyway. */
const POLL_MS = 1_000;

export interface WaitLimit {
  ms: number;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
  /** Aborted when the gateway stops: what is there by then is the answer. */
  stopping: AbortSignal;
}

/** The task when it has ended, or as it is when the limit is reached. */
export async function waitForEnd(
  { tasks, ears }: { tasks: Pick<TaskStore, 'find'>; ears: TaskEars },
  task: Task,
  limit: WaitLimit,
): Promise<Task> {
  const until = performance.now() + limit.ms;
  const bell = new Bell();
  const stopListening = await ears.listen(task.id, ({ name }) => {
    if (name === 'task.event') bell.ring();
  });
  const signals = [limit.gone, limit.stopping];
  const onAbort = (): void => bell.ring();
  for (const signal of signals) signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const now = (await tasks.find(task.id)) ?? task;
      const left = until - performance.now();
      if (now.status !== 'pending' || left <= 0 || signals.some(({ aborted }) => aborted)) return now;
      await bell.heard(Math.min(left, POLL_MS));
    }
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', onAbort);
    await stopListening();
  }
}

/** Wakes who waits; a ring while nobody waits is not forgotten. */
class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  heard(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        this.#rung = false;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
      if (this.#rung) done();
    });
  }
}
