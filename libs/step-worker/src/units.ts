import type { StepCancelSignal, StepKind, StepRun } from '@medley/contracts';
import { keyOf } from './attempt-key';
import type { Unit } from './unit';
import type { WorkerStopping } from './worker-stopping';

/** Results that the broker does not take are kept this long. */
const RESULT_RETENTION_MS = 15 * 60_000;

/**
 * The units this process runs, and those whose results it could not publish yet, by their attempts. A second delivery of
 * an attempt joins the first: the work runs once.
 */
export class Units {
  readonly #units = new Map<string, Unit>();

  find(run: StepRun): Unit | undefined {
    return this.#units.get(keyOf(run));
  }

  add(key: string, unit: Unit): void {
    this.#units.set(key, unit);
  }

  /** Drops a unit whose results were published, or that was interrupted. */
  forget(unit: Unit): void {
    unit.abandon();
    for (const key of unit.keys) if (this.#units.get(key) === unit) this.#units.delete(key);
  }

  cancel(wanted: StepCancelSignal): void {
    for (const unit of new Set(this.#units.values())) unit.cancel(wanted);
  }

  /** Interrupts the units that began with a step of this kind and waits until they have ended; returns their number. */
  async interrupt(kind: StepKind, reason: WorkerStopping): Promise<number> {
    const running = [...new Set(this.#units.values())].filter(
      (unit) => unit.runner.kind === kind && unit.endedAt === null,
    );
    await Promise.allSettled(running.map((unit) => unit.interrupt(reason)));
    return running.length;
  }

  dropStale(): void {
    const oldest = performance.now() - RESULT_RETENTION_MS;
    for (const [key, unit] of this.#units) {
      if (unit.endedAt === null || unit.endedAt >= oldest) continue;
      unit.abandon();
      this.#units.delete(key);
    }
  }
}
