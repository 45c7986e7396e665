import type { StepKind, Task } from '@medley/contracts';

/**
 * Position of the workers in each queue, from their reports. Queues are first in, first out: when a step is running, all steps
 * queued before it were claimed. Each orchestrator process knows only the reports that it consumed.
 */
export class QueueProgress {
  readonly #claimedUntil = new Map<StepKind, Date>();

  /** Record a report of an attempt. A requeued one is ignored: it is unknown which of its messages was claimed. */
  record(task: Task, report: { step_id: string; attempt: number }): void {
    const step = task.steps.find(({ id, attempt }) => id === report.step_id && attempt === report.attempt);
    if (!step?.queued_at || step.resent > 0) return;
    const known = this.#claimedUntil.get(step.name);
    if (!known || known < step.queued_at) this.#claimedUntil.set(step.name, step.queued_at);
  }

  /** By kind: the latest `queued_at` of the steps that a worker has claimed. */
  claimedUntil(): ReadonlyMap<StepKind, Date> {
    return new Map(this.#claimedUntil);
  }
}
