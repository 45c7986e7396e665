import type { Request, Response } from 'express';
import { Histogram, type Registry } from 'prom-client';
import { routeOf } from './route-of';

export interface RequestMetrics {
  /** Measure the time until the response is sent. */
  observe(request: Request, response: Response): void;
}

/** Request durations, labeled by route pattern: paths contain ids and would create unbounded time series. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: 'medley_gateway_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6],
    registers: [registry],
  });
  return {
    observe(request, response) {
      const startedAt = performance.now();
      response.once('finish', () => {
        durations.observe(
          { method: request.method, route: routeOf(request), status: response.statusCode },
          (performance.now() - startedAt) / 1_000,
        );
      });
    },
  };
}
