import type { StepCancelSignal, StepRun } from '@medley/contracts';
import { workerLimits } from './worker-limits';

/** Which attempts were canceled lately: their messages may come after the signal. */
export class CanceledSteps {
  /** By key, the time when it is forgotten; in the order of these times. */
  readonly #forgetAt = new Map<string, number>();

  add(wanted: StepCancelSignal): void {
    const key = keyOf(wanted);
    if (key === null) return;
    this.#forgetAt.delete(key);
    this.#forgetAt.set(key, performance.now() + workerLimits.canceledMs);
    for (const [oldest, at] of this.#forgetAt) {
      if (at > performance.now() && this.#forgetAt.size <= workerLimits.canceledMax) break;
      this.#forgetAt.delete(oldest);
    }
  }

  has({ task_id, step_id, attempt }: StepRun): boolean {
    if (this.#forgetAt.size === 0) return false;
    return this.#isKept(task_id) || this.#isKept(`${task_id}/${step_id}/${attempt}`);
  }

  #isKept(key: string): boolean {
    const at = this.#forgetAt.get(key);
    return at !== undefined && at > performance.now();
  }
}

/** Null for a step without an attempt: a later attempt of it may run. */
function keyOf({ task_id, step_id, attempt }: StepCancelSignal): string | null {
  if (step_id === null) return task_id;
  return attempt === undefined ? null : `${task_id}/${step_id}/${attempt}`;
}
