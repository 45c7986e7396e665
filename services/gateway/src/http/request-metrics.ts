import type { Request, Response } from 'express';
import { AppError } from '@medley/kit';
import { Counter, Histogram, type Registry } from 'prom-client';
import { toErrorFacts } from './error-response';
import { routeOf } from './route-of';

export interface RequestMetrics {
  /** Measure the time until the response is sent. */
  observe(request: Request, response: Response): void;
  /** Count a request that ended with this error. */
  failed(error: unknown): void;
}

/** Request durations, labeled by route pattern: paths contain ids and would create unbounded time series. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const durations = new Histogram({
    name: 'medley_gateway_request_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6],
    registers,
  });
  const keyed = new Counter({
    name: 'medley_gateway_idempotent_requests_total',
    help: 'Requests with an Idempotency-Key: first ones, replayed answers, and those that were refused or failed',
    labelNames: ['outcome'] as const,
    registers,
  });
  const errors = new Counter({
    name: 'medley_gateway_errors_total',
    help: 'Error answers by code; UPSTREAM_ERROR is a 502',
    labelNames: ['code'] as const,
    registers,
  });
  const limitsHit = new Counter({
    name: 'medley_gateway_limits_hit_total',
    help: 'Requests refused by a limit',
    labelNames: ['limit'] as const,
    registers,
  });
  return {
    observe(request, response) {
      const startedAt = performance.now();
      response.once('finish', () => {
        durations.observe(
          { method: request.method, route: routeOf(request), status: response.statusCode },
          (performance.now() - startedAt) / 1_000,
        );
        if (request.headers['idempotency-key'] !== undefined) keyed.inc({ outcome: keyedOutcome(response) });
      });
    },
    failed(error) {
      errors.inc({ code: toErrorFacts(error).code });
      const limit = error instanceof AppError ? error.details['limit'] : undefined;
      if (typeof limit === 'string') limitsHit.inc({ limit });
    },
  };
}

function keyedOutcome(response: Response): 'first' | 'replayed' | 'refused' {
  if (response.getHeader('Idempotency-Replayed') !== undefined) return 'replayed';
  return response.statusCode < 400 ? 'first' : 'refused';
}
