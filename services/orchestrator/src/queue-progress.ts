import type { StepKind, Task } from '@medley/contracts';

/**
 * How far workers have come in each queue, from what they report: a queue is first in, first out, so when a step that
 * was queued at some moment is at work, all that were queued before it have been taken. Known for what this process
 * has heard; several orchestrators each hear a share.
 */
export class QueueProgress {
  readonly #takenUntil = new Map<StepKind, Date>();

  /** A worker spoke of this attempt. One that was sent twice says nothing: which of its messages was taken is unknown. */
  note(task: Task, report: { step_id: string; attempt: number }): void {
    const step = task.steps.find(({ id, attempt }) => id === report.step_id && attempt === report.attempt);
    if (!step?.queued_at || step.resent > 0) return;
    const known = this.#takenUntil.get(step.name);
    if (!known || known < step.queued_at) this.#takenUntil.set(step.name, step.queued_at);
  }

  /** By kind, when the latest step was queued that a worker has taken. */
  takenUntil(): ReadonlyMap<StepKind, Date> {
    return new Map(this.#takenUntil);
  }
}
