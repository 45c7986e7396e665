import type { Task } from '@medley/contracts';

const TASKS_MAX = 2_000;
/** UTF-16 units of inline text above which a task is not cached, to bound the memory of the cache. */
const CHARACTERS_MAX = 8_192;

/**
 * Cache of the pending tasks this process changed last. Entries may be stale: writes based on them are guarded by `rev`, and a
 * trigger that seems to change nothing must be decided again on the stored task.
 */
export class TaskCache {
  readonly #tasks = new Map<string, Task>();

  get(id: string): Task | undefined {
    return this.#tasks.get(id);
  }

  /** Cache a pending task, evict an ended one, which gets few further triggers. */
  set(task: Task): void {
    this.#tasks.delete(task.id);
    if (task.status !== 'pending' || sizeOf(task) > CHARACTERS_MAX) return;
    this.#tasks.set(task.id, task);
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > TASKS_MAX && oldest !== undefined) this.#tasks.delete(oldest);
  }

  delete(id: string): void {
    this.#tasks.delete(id);
  }
}

function sizeOf(task: Task): number {
  const { input } = task;
  const given = [input?.text, input?.prompt, input?.response_schema].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
  return task.steps.reduce((sum, { output, text }) => sum + inlineSize(output) + inlineSize(text), given);
}

function inlineSize(payload: Task['steps'][number]['output']): number {
  return payload && 'inline' in payload ? payload.inline.length : 0;
}
