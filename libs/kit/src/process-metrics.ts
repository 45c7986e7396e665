import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import type { Health } from './health';
import { productVersion } from './product-version';

/** Gauges whose names end as counters do, which Prometheus advises against; the gauges by type have their sums. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Register what every process shows: event loop, memory, handles and garbage collection of Node.js, version, health. Returns
 * the counter of unhandled rejections.
 */
export function registerProcessMetrics({
  name,
  metrics,
  health,
}: {
  name: string;
  metrics: Registry;
  health: Health;
}): Counter {
  const registers = [metrics];
  collectDefaultMetrics({ register: metrics });
  for (const misnamed of MISNAMED) metrics.removeSingleMetric(misnamed);
  new Gauge({
    name: 'medley_process_info',
    help: 'Always 1, for the service and version of this process',
    labelNames: ['service', 'version'],
    registers,
  }).set({ service: name, version: productVersion }, 1);
  new Gauge({
    name: 'medley_health_problem',
    help: 'Subjects of /health: 1 while it reports a problem of this severity, else 0',
    labelNames: ['severity', 'subject'],
    registers,
    async collect() {
      this.reset();
      for (const { severity, subject, isReported } of await health.subjects())
        this.set({ severity, subject }, isReported ? 1 : 0);
    },
  });
  return new Counter({
    name: 'medley_unhandled_rejections_total',
    help: 'Rejections that nothing handled: each is a mistake in the code',
    registers,
  });
}
