import { inlineCharacters, SMALL_CHARACTERS_MAX, type Task } from '@medley/contracts';

const TASKS_MAX = 2_000;

/**
 * Cache of the pending tasks this process created or changed last. Entries may be stale: writes based on them are guarded by
 * `rev`, and a trigger that seems to change nothing must be decided again on the stored task.
 */
export class TaskCache {
  readonly #tasks = new Map<string, Task>();

  get(id: string): Task | undefined {
    return this.#tasks.get(id);
  }

  /** Cache a pending task, evict an ended one, which gets few further triggers. */
  set(task: Task): void {
    this.#tasks.delete(task.id);
    if (task.status !== 'pending' || inlineCharacters(task) > SMALL_CHARACTERS_MAX) return;
    this.#tasks.set(task.id, task);
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > TASKS_MAX && oldest !== undefined) this.#tasks.delete(oldest);
  }

  delete(id: string): void {
    this.#tasks.delete(id);
  }
}
