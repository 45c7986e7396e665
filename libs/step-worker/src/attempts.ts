import type { StepCancelSignal, StepFinished, StepRun } from '@medley/contracts';
import { AppError } from '@medley/kit';

/** Results that no redelivery collects (another worker got the message after a lost connection) are kept this long. */
const RESULT_RETENTION_MS = 15 * 60_000;

interface Attempt {
  taskId: string;
  stepId: string;
  controller: AbortController;
  result: Promise<StepFinished>;
  /** Null while it runs. */
  endedAt: number | null;
}

/**
 * The attempts this process runs, and results it could not publish yet. A second delivery of the same (task, step,
 * attempt) joins the first: the work runs once, the result may be published twice.
 */
export class Attempts {
  readonly #attempts = new Map<string, Attempt>();

  has(run: StepRun): boolean {
    return this.#attempts.has(keyOf(run));
  }

  /** The result of the attempt; calls `start` unless the attempt runs or has ended already. */
  join(run: StepRun, start: (controller: AbortController) => Promise<StepFinished>): Promise<StepFinished> {
    this.#dropStale();
    const known = this.#attempts.get(keyOf(run));
    if (known) return known.result;
    const controller = new AbortController();
    const result = start(controller);
    const attempt: Attempt = {
      taskId: run.task_id,
      stepId: run.step_id,
      controller,
      result,
      endedAt: null,
    };
    this.#attempts.set(keyOf(run), attempt);
    result.then(
      () => (attempt.endedAt = performance.now()),
      // Only a stopping worker ends an attempt without a result.
      () => this.forget(run),
    );
    return result;
  }

  /** Drop a result that has been published. */
  forget(run: StepRun): void {
    this.#attempts.delete(keyOf(run));
  }

  cancel(wanted: StepCancelSignal): void {
    for (const attempt of this.#running()) {
      const isMeant = wanted.step_id === null || wanted.step_id === attempt.stepId;
      if (attempt.taskId === wanted.task_id && isMeant) {
        attempt.controller.abort(new AppError('CANCELED', 'the task was canceled'));
      }
    }
  }

  /** Abort everything that runs and wait until it has ended. */
  async abortAll(reason: AppError): Promise<number> {
    const running = this.#running();
    for (const attempt of running) attempt.controller.abort(reason);
    await Promise.allSettled(running.map((attempt) => attempt.result));
    return running.length;
  }

  #running(): Attempt[] {
    return [...this.#attempts.values()].filter((attempt) => attempt.endedAt === null);
  }

  #dropStale(): void {
    const oldest = performance.now() - RESULT_RETENTION_MS;
    for (const [key, attempt] of this.#attempts) {
      if (attempt.endedAt !== null && attempt.endedAt < oldest) this.#attempts.delete(key);
    }
  }
}

function keyOf(run: StepRun): string {
  return `${run.task_id}/${run.step_id}/${run.attempt}`;
}
