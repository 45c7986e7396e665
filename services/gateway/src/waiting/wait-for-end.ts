import type { Task } from '@medley/contracts';
import type { TaskStore } from '@medley/store';
import type { TaskEars } from './task-ears';

/** Signals may be lost: so often the database is asked anyway. */
const POLL_MS = 1_000;

/** The task when it has ended, or as it is when `ms` are over or the client has gone. */
export async function waitForEnd(
  { tasks, ears }: { tasks: Pick<TaskStore, 'find'>; ears: TaskEars },
  task: Task,
  limit: { ms: number; gone: AbortSignal },
): Promise<Task> {
  const until = performance.now() + limit.ms;
  const bell = new Bell();
  const stopListening = await ears.listen(task.id, ({ name }) => {
    if (name === 'task.event') bell.ring();
  });
  const onGone = (): void => bell.ring();
  limit.gone.addEventListener('abort', onGone);
  try {
    for (;;) {
      const now = (await tasks.find(task.id)) ?? task;
      const left = until - performance.now();
      if (now.status !== 'pending' || left <= 0 || limit.gone.aborted) return now;
      await bell.heard(Math.min(left, POLL_MS));
    }
  } finally {
    limit.gone.removeEventListener('abort', onGone);
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
