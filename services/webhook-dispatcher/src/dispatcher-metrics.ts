import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptOutcome } from './delivery-state';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface DispatcherMetrics {
  ended(outcome: AttemptOutcome, trigger: string): void;
  lost(): void;
}

/** The metrics of this dispatcher; `inFlight` and `waiting` are read at each scrape. */
export function dispatcherMetrics(
  registry: Registry,
  gauges: { inFlight: () => number; waiting: () => number },
): DispatcherMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'medley_webhook_dispatcher_attempts_total',
    help: 'Delivery attempts, by how they ended',
    labelNames: ['outcome', 'trigger'],
    registers,
  });
  const seconds = new Histogram({
    name: 'medley_webhook_dispatcher_response_seconds',
    help: 'Response time of receivers',
    buckets: SECONDS,
    registers,
  });
  for (const [name, help, read] of [
    ['medley_webhook_dispatcher_in_flight', 'Attempts in flight', gauges.inFlight],
    ['medley_webhook_dispatcher_waiting', 'Due deliveries waiting for a slot', gauges.waiting],
  ] as const) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  return {
    ended: ({ error, response_time_ms }, trigger) => {
      attempts.inc({ outcome: error === null ? 'delivered' : 'failed', trigger });
      if (response_time_ms !== null) seconds.observe(response_time_ms / 1_000);
    },
    lost: () => attempts.inc({ outcome: 'lost', trigger: 'scheduled' }),
  };
}
