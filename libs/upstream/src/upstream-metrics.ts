import { getOrRegister } from '@medley/kit';
import { Histogram, type Registry } from 'prom-client';
import type { UpstreamSettings } from './upstream-client';

const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300];

/**
 * Measures the requests to an upstream, for `UpstreamSettings.onEnd`.
 * @param upstream its name in the settings of the operator
 */
export function measureUpstream(
  registry: Registry,
  upstream: string,
): NonNullable<UpstreamSettings['onEnd']> {
  const histogram = getOrRegister(registry, 'medley_upstream_seconds', (name) => {
    return new Histogram({
      name,
      help: 'Duration of requests to engines, by how they ended (ok, or the code of the error)',
      labelNames: ['upstream', 'outcome'],
      buckets: SECONDS,
      registers: [registry],
    });
  });
  return (seconds, outcome) => histogram.observe({ upstream, outcome }, seconds);
}
