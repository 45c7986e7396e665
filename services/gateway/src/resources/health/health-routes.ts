import type { RequestHandler } from 'express';
import { answerHealth, answerMetrics, isLoopbackHost, type ServiceContext } from '@medley/kit';
import type { PublicRoute } from '../../http/public-route';
import type { GatewaySettings } from '../../settings/gateway-settings';
import { healthDocs } from './health-docs';

/**
 * Health and metrics. Reasons and metrics contain host names and figures, so the API port serves them only when it is bound
 * to a loopback address; `HEALTH_PORT` serves both in any case.
 */
export function healthRoutes({
  config,
  health,
  metrics,
}: Pick<ServiceContext<GatewaySettings>, 'config' | 'health' | 'metrics'>): PublicRoute[] {
  const isLocal = isLoopbackHost(config.HOST);
  const healthRoute: PublicRoute = {
    path: '/health',
    methods: ['get'],
    docs: healthDocs.health,
    mountPath: '/health',
    handle: sendReport(() => answerHealth(health, isLocal ? 'full' : 'status')),
  };
  const metricsRoute: PublicRoute = {
    path: '/metrics',
    methods: ['get'],
    docs: healthDocs.metrics,
    mountPath: '/metrics',
    handle: sendReport(() => answerMetrics(metrics)),
  };
  return [healthRoute, ...(isLocal ? [metricsRoute] : [])];
}

function sendReport(make: () => ReturnType<typeof answerHealth>): RequestHandler {
  return async (_request, response) => {
    const { status, type, body } = await make();
    response.status(status).type(type).send(body);
  };
}
