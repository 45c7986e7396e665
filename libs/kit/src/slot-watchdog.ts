import { Counter, type Registry } from 'prom-client';
import type { Logger } from './create-logger';
import { getOrRegister } from './get-or-register';
import type { Health } from './health';
import { slotLimits } from './slot-limits';

export interface SlotWatchdogDependencies {
  health: Health;
  metrics: Registry;
  logger: Logger;
}

/**
 * Frees slots by force whose work exceeds all its deadlines. This should never happen, so each case is logged, counted and
 * reported as a health warning for a while.
 */
export class SlotWatchdog {
  readonly #counter: Counter;
  #freed = 0;
  #warnUntil = -Infinity;

  /** `slots`: name of the slots in the metric's label and the warning. */
  constructor(
    private readonly slots: string,
    private readonly dependencies: SlotWatchdogDependencies,
  ) {
    this.#counter = counterOf(dependencies.metrics);
    this.#counter.inc({ slots }, 0);
    dependencies.health.warn(`${slots} slots`, () => this.#warning());
  }

  /** Call `free` after this long, unless the returned function was called before. */
  watch(limitMs: number, free: () => void): () => void {
    const timer = setTimeout(() => {
      this.#note(limitMs);
      free();
    }, limitMs);
    return () => clearTimeout(timer);
  }

  #note(limitMs: number): void {
    const { slots } = this;
    this.#freed += 1;
    this.#warnUntil = performance.now() + slotLimits.warningMinutes * 60_000;
    this.#counter.inc({ slots });
    this.dependencies.logger.error('a slot was freed by force', {
      kind: slots,
      ms: limitMs,
      count: this.#freed,
    });
  }

  #warning(): string | null {
    if (performance.now() > this.#warnUntil) return null;
    return `${this.#freed} freed by force since the start, because their work outlived its deadlines`;
  }
}

/** The slots of all services of a process. */
function counterOf(metrics: Registry): Counter {
  const help = 'Slots freed by force because their work outlived its deadlines';
  return getOrRegister(metrics, 'medley_slots_freed_total', (name) => {
    return new Counter({ name, help, labelNames: ['slots'], registers: [metrics] });
  });
}
