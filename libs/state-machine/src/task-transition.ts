import {
  stepTransitions,
  taskTransitions,
  type DurableEventType,
  type Task,
  type TaskEvent,
  type TaskStep,
} from '@medley/contracts';
import type { TaskChanges } from '@medley/store';

type TaskFields = NonNullable<TaskChanges['set']>;

/**
 * A state transition of a task under construction: `task` reflects what was set so far, the original and its steps stay
 * unchanged, and `changes()` is the difference to store. `task` is one object throughout, since a copy for each change was most
 * of what a decision costs.
 * @throws Error on an illegal change of status, which is a bug
 */
export class TaskTransition {
  readonly #changed = new Map<number, Partial<TaskStep>>();
  readonly #events: TaskEvent[] = [];
  readonly #fields: TaskFields = {};
  readonly #next: Task;

  constructor(
    task: Task,
    readonly now: Date,
  ) {
    this.#next = { ...task, steps: [...task.steps], events: [...task.events] };
  }

  /** The task after the transition. */
  get task(): Task {
    return this.#next;
  }

  set(fields: TaskFields): void {
    const { status } = fields;
    if (status && !taskTransitions[this.#next.status].includes(status)) {
      throw new Error(`illegal task transition ${this.#next.status} → ${status}`);
    }
    Object.assign(this.#fields, fields);
    Object.assign(this.#next, fields);
  }

  setStep(step: TaskStep, fields: Partial<TaskStep>): void {
    const index = this.#next.steps.findIndex((one) => one.id === step.id);
    const before = this.#next.steps[index];
    if (!before) throw new Error(`no step ${step.id}`);
    const { status } = fields;
    if (status && !stepTransitions[before.status].includes(status)) {
      throw new Error(`illegal step transition ${before.status} → ${status}`);
    }
    this.#changed.set(index, Object.assign(this.#changed.get(index) ?? {}, fields));
    this.#next.steps[index] = { ...before, ...fields };
  }

  /**
   * Append to the task's event log, which is the replayable part of its event stream. `at` is the time of what is reported
   * later; times of a log never decrease.
   */
  event(type: DurableEventType, step: Pick<TaskStep, 'id' | 'attempt'> | null, at: Date = this.now): void {
    const last = this.#next.events.at(-1);
    const seq = (last?.seq ?? 0) + 1;
    const event: TaskEvent = {
      seq,
      type,
      at: last && last.at > at ? last.at : at,
      step_id: step?.id ?? null,
      attempt: step?.attempt ?? null,
    };
    this.#events.push(event);
    this.#next.events.push(event);
  }

  changes(): TaskChanges {
    return {
      set: this.#fields,
      steps: [...this.#changed].map(([index, set]) => ({ index, set })),
      events: this.#events,
    };
  }
}
