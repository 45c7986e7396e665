import type { Task } from '@medley/contracts';

const TASKS_MAX = 2_000;
/** Tasks with more text than this are read again each time: remembering them would cost more memory than it saves work. */
const CHARACTERS_MAX = 8_192;

/**
 * The last known state of tasks this process has moved. It may be old: a move decided on it is guarded by its `rev`, and a
 * happening that seems to change nothing must be judged again on what the database says.
 */
export class RecentTasks {
  readonly #tasks = new Map<string, Task>();

  get(id: string): Task | undefined {
    return this.#tasks.get(id);
  }

  /** Remember a pending task, forget an ended one: nothing much happens to it any more. */
  keep(task: Task): void {
    this.#tasks.delete(task.id);
    if (task.status !== 'pending' || sizeOf(task) > CHARACTERS_MAX) return;
    this.#tasks.set(task.id, task);
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > TASKS_MAX && oldest !== undefined) this.#tasks.delete(oldest);
  }

  forget(id: string): void {
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
