import type { RequestHandler } from 'express';
import { answerHealth, answerMetrics, isLoopbackHost, type ServiceContext } from '@medley/kit';
import { serveFile, type FileDependencies } from '../files/serve-file';
import type { PublicRouteDocs } from '../openapi/build-document';
import { publicDocs } from '../openapi/docs/public-docs';
import type { GatewaySettings } from '../settings/gateway-settings';

/** A route that needs no key, in its own form rather than in the envelope. */
export interface PublicRoute extends PublicRouteDocs {
  /** Where it is mounted. */
  mountPath: string | RegExp;
  handle: RequestHandler;
}

/**
 * Files, health and metrics. Reasons and metrics name hosts and figures, so they are served here only when no other
 * machine reaches this port; `HEALTH_PORT` serves both in any case.
 */
export function publicRoutes(
  { config, health, metrics }: Pick<ServiceContext<GatewaySettings>, 'config' | 'health' | 'metrics'>,
  deps: FileDependencies,
): PublicRoute[] {
  const isLocal = isLoopbackHost(config.HOST);
  const files: PublicRoute = {
    path: '/files/:taskId/:stepId/:filename',
    methods: ['get', 'head'],
    docs: publicDocs.file,
    // As a pattern, so that the router leaves the path encoded: that is what was signed.
    mountPath: /^\/files\//,
    handle: serveFile(deps),
  };
  const healthRoute: PublicRoute = {
    path: '/health',
    methods: ['get'],
    docs: publicDocs.health,
    mountPath: '/health',
    handle: sendReport(() => answerHealth(health, isLocal ? 'full' : 'status')),
  };
  const metricsRoute: PublicRoute = {
    path: '/metrics',
    methods: ['get'],
    docs: publicDocs.metrics,
    mountPath: '/metrics',
    handle: sendReport(() => answerMetrics(metrics)),
  };
  return [files, healthRoute, ...(isLocal ? [metricsRoute] : [])];
}

function sendReport(make: () => ReturnType<typeof answerHealth>): RequestHandler {
  return async (_request, response) => {
    const { status, type, body } = await make();
    response.status(status).type(type).send(body);
  };
}
