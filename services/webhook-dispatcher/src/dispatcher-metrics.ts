import { STATUS_CODES } from 'node:http';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptOutcome } from './delivery-state';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface DispatcherMetrics {
  /** A delivery reached its end. */
  finished(state: 'delivered' | 'failed'): void;
  ended(outcome: AttemptOutcome, trigger: string): void;
  lost(): void;
}

interface DispatcherGauges {
  inFlight: () => number;
  waiting: () => number;
  slowReceivers: () => number;
}

/** The metrics of this dispatcher; `gauges` are read at each scrape. */
export function dispatcherMetrics(registry: Registry, gauges: DispatcherGauges): DispatcherMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'medley_webhook_dispatcher_attempts_total',
    help: 'Delivery attempts, by how they ended',
    labelNames: ['outcome', 'trigger'],
    registers,
  });
  const responses = new Counter({
    name: 'medley_webhook_dispatcher_responses_total',
    help: 'Answers of receivers by status code; none: there was no answer',
    labelNames: ['code'],
    registers,
  });
  const deliveries = new Counter({
    name: 'medley_webhook_dispatcher_deliveries_total',
    help: 'Deliveries that reached their end: delivered, or failed for good',
    labelNames: ['state'],
    registers,
  });
  const seconds = new Histogram({
    name: 'medley_webhook_dispatcher_response_seconds',
    help: 'Response time of receivers',
    buckets: SECONDS,
    registers,
  });
  showGauges(registry, gauges);
  return {
    finished: (state) => deliveries.inc({ state }),
    ended: ({ error, response_time_ms, status_code }, trigger) => {
      responses.inc({ code: codeOf(status_code) });
      attempts.inc({ outcome: error === null ? 'delivered' : 'failed', trigger });
      if (response_time_ms !== null) seconds.observe(response_time_ms / 1_000);
    },
    lost: () => attempts.inc({ outcome: 'lost', trigger: 'scheduled' }),
  };
}

function showGauges(registry: Registry, gauges: DispatcherGauges): void {
  for (const [name, help, read] of [
    ['medley_webhook_dispatcher_in_flight', 'Attempts in flight', gauges.inFlight],
    ['medley_webhook_dispatcher_waiting', 'Due deliveries waiting for a slot', gauges.waiting],
    [
      'medley_webhook_dispatcher_slow_receivers',
      'Receivers whose last answer took over a second, of the 10,000 that are remembered',
      gauges.slowReceivers,
    ],
  ] as const) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
}

/** Receivers may answer with any number; only those of the standards get a time series of their own. */
function codeOf(status: number | null): string {
  if (status === null) return 'none';
  return STATUS_CODES[status] === undefined ? 'other' : String(status);
}
