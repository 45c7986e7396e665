import type { RequestHandler } from 'express';
import { answerHealth, answerMetrics, isLoopbackHost, type ServiceContext } from '@medley/kit';
import { serveFile, type FileParts } from '../files/serve-file';
import type { OpenRow } from '../openapi/build-document';
import { openDocs } from '../openapi/docs/open-docs';
import type { GatewaySettings } from '../settings/gateway-settings';

/** A route that needs no key, in its own form rather than in the envelope. */
export interface OpenRoute extends OpenRow {
  /** Where it is mounted. */
  at: string | RegExp;
  handle: RequestHandler;
}

/**
 * Files, health and metrics. Reasons and metrics name hosts and figures, so they are served here only when no other
 * machine reaches this port; `HEALTH_PORT` serves both in any case.
 */
export function openRoutes(
  { config, health, metrics }: Pick<ServiceContext<GatewaySettings>, 'config' | 'health' | 'metrics'>,
  parts: FileParts,
): OpenRoute[] {
  const isLocal = isLoopbackHost(config.HOST);
  const files: OpenRoute = {
    path: '/files/:taskId/:stepId/:filename',
    methods: ['get', 'head'],
    docs: openDocs.file,
    // As a pattern, so that the router leaves the path encoded: that is what was signed.
    at: /^\/files\//,
    handle: serveFile(parts),
  };
  const healthRoute: OpenRoute = {
    path: '/health',
    methods: ['get'],
    docs: openDocs.health,
    at: '/health',
    handle: sendReport(() => answerHealth(health, isLocal ? 'full' : 'status')),
  };
  const metricsRoute: OpenRoute = {
    path: '/metrics',
    methods: ['get'],
    docs: openDocs.metrics,
    at: '/metrics',
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
