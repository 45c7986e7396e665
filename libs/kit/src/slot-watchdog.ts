import { Counter, type Registry } from 'prom-client';
import type { Logger } from './create-logger';
import type { Health } from './health';
import { slotLimits } from './slot-limits';

export interface SlotWatchdogPorts {
  health: Health;
  metrics: Registry;
  logger: Logger;
}

const METRIC = 'medley_slots_freed_total';

/**
 * The last resort for slots whose work outlives all its deadlines: they are freed by force. No slot should ever come
 * to that, so each one is logged and counted, and health warns of it for a while.
 */
export class SlotWatchdog {
  readonly #counter: Counter;
  #freed = 0;
  #warnUntil = -Infinity;

  /** `slots`: what they are for, in the metric's label and the warning's name. */
  constructor(
    private readonly slots: string,
    private readonly ports: SlotWatchdogPorts,
  ) {
    this.#counter = counterOf(ports.metrics);
    this.#counter.inc({ slots }, 0);
    ports.health.warn(`${slots} slots`, () => this.#warning());
  }

  /** Call `free` after this long, unless the returned function is called before. */
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
    this.ports.logger.error('a slot was freed by force', { kind: slots, ms: limitMs, count: this.#freed });
  }

  #warning(): string | null {
    if (performance.now() > this.#warnUntil) return null;
    return `${this.#freed} freed by force since the start, because their work outlived its deadlines`;
  }
}

/** Several services of a process share one registry. */
function counterOf(metrics: Registry): Counter {
  const known = metrics.getSingleMetric(METRIC) as Counter | undefined;
  if (known) return known;
  const help = 'Slots freed by force because their work outlived its deadlines';
  return new Counter({ name: METRIC, help, labelNames: ['slots'], registers: [metrics] });
}
