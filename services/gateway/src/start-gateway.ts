import type { Express } from 'express';
import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import { createJsonSchemaChecker } from '@medley/json-schema';
import { deriveKey, loadPrices, type ServiceContext } from '@medley/kit';
import type { Outbound } from '@medley/outbound';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import { createAuthentication } from './callers/authentication';
import { createRateLimiter } from './callers/limit-rate';
import { openWorkerRegistry } from './workers/worker-registry';
import { createEventStreams, type EventStreams } from './event-stream/event-streams';
import { streamLimits, type StreamLimits } from './event-stream/stream-limits';
import { openTaskSubscriptions } from './waiting/task-subscriptions';
import { createApp } from './http/create-app';
import { createRequestMetrics } from './http/request-metrics';
import type { Route } from './http/route';
import { serveHttp } from './http/serve-http';
import { buildDocument } from './openapi/build-document';
import { publicUrlsOf } from './openapi/public-urls-of';
import { mountDocs } from './openapi/mount-docs';
import { systemPipelines } from './pipelines/system-pipelines';
import { accountRoutes } from './routes/account-routes';
import { catalogueRoutes } from './routes/catalogue-routes';
import { creationRoutes, type CreationRouteDependencies } from './routes/creation-routes';
import { eventRoutes } from './routes/event-routes';
import { publicRoutes } from './routes/public-routes';
import { pipelineRoutes } from './routes/pipeline-routes';
import { textRoutes } from './routes/text-routes';
import { taskRoutes } from './routes/task-routes';
import type { GatewaySettings } from './settings/gateway-settings';
import { openTrafficControl, type TrafficControl } from './traffic/open-traffic-control';
import { transferLimits, type TransferLimits } from './traffic/traffic-limits';
import { loadTariffs } from './settings/load-tariffs';
import { createTextThreads, type TextThreads } from './threads/text-threads';

export interface GatewayDependencies {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
  outbound: Outbound;
  taskView: TaskView;
  /** Other limits of event streams than the usual ones. */
  streamLimits?: Partial<StreamLimits>;
  /** Other limits of requests and answers under way. */
  transferLimits?: Partial<TransferLimits>;
}

/** Serve the whole HTTP interface; stops with the context's life cycle. Returns the port it listens on. */
export async function startGateway(
  context: ServiceContext<GatewaySettings>,
  dependencies: GatewayDependencies,
): Promise<{ port: number }> {
  const { config, lifecycle, logger } = context;
  const tariffs = await loadTariffs(config.TARIFFS_FILE);
  await dependencies.stores.pipelines.putSystem(systemPipelines);
  const stopping = new AbortController();
  const routeDependencies = {
    ...(await openRouteDependencies(context, dependencies)),
    stopping: stopping.signal,
  };
  const streams = await createEventStreams({
    ...dependencies,
    logger,
    limits: { ...streamLimits, ...dependencies.streamLimits },
  });
  const control = openTrafficControl(config, {
    limits: { ...transferLimits, ...dependencies.transferLimits },
    metrics: context.metrics,
  });
  lifecycle.onStop('stalled connections', () => control.close());
  const routes = allRoutes({ ...routeDependencies, blobs: dependencies.blobs, streams }, config);
  const app = createApp({
    routes,
    mountPublic: (app) =>
      mountPublic(app, { context, dependencies: { ...dependencies, ...control }, routes }),
    guards: {
      authentication: createAuthentication(dependencies.stores, tariffs, control.addresses),
      rateLimiter: createRateLimiter(dependencies.stores),
      admission: control.admission,
    },
    metrics: createRequestMetrics(context.metrics),
    addresses: control.addresses,
    logger,
  });
  const server = await serveHttp(app, {
    host: config.HOST,
    port: config.PORT,
    connectionLimiter: control.connectionLimiter,
  });
  lifecycle.onStop('http server', () => server.close());
  // These end before the server does, which waits for all that is being answered.
  lifecycle.onStop('event streams', () => streams.close());
  lifecycle.onStop('waiting clients', () => stopping.abort());
  logger.info('listening', { port: server.port });
  return { port: server.port };
}

/** What lives as long as the gateway; each thing is stopped after the server that uses it. */
async function openRouteDependencies(
  { config, lifecycle, logger, metrics }: ServiceContext<GatewaySettings>,
  { broker, stores, outbound, taskView }: GatewayDependencies,
): Promise<Omit<CreationRouteDependencies, 'stopping'> & { threads: TextThreads }> {
  const schemas = createJsonSchemaChecker(metrics);
  lifecycle.onStop('schema checker', () => schemas.close());
  const threads = createTextThreads(metrics);
  lifecycle.onStop('text threads', () => threads.close());
  const workerRegistry = await openWorkerRegistry(broker);
  lifecycle.onStop('worker registry', () => workerRegistry.close());
  const subscriptions = await openTaskSubscriptions(broker);
  lifecycle.onStop('task subscriptions', () => subscriptions.close());
  return {
    stores,
    broker,
    workerRegistry,
    schemas,
    threads,
    subscriptions,
    logger,
    prices: await loadPrices(config.PRICES_FILE),
    assumedSteps: config.ASSUME_STEPS,
    rules: { refuseUrl: (url) => outbound.refuse(url) },
    views: taskView,
  };
}

function allRoutes(
  routeDependencies: CreationRouteDependencies & {
    threads: TextThreads;
    blobs: BlobStore;
    streams: EventStreams;
  },
  config: Readonly<GatewaySettings>,
): Route[] {
  const mappingKey = deriveKey(config.MASTER_KEY, 'pii-mapping');
  return [
    ...creationRoutes(routeDependencies),
    ...taskRoutes(routeDependencies),
    ...eventRoutes(routeDependencies),
    ...textRoutes({ ...routeDependencies, mappingKey }),
    ...pipelineRoutes(routeDependencies),
    ...catalogueRoutes(routeDependencies),
    ...accountRoutes(routeDependencies.stores),
  ];
}

/** What needs no key: files, health, metrics, and the reference of everything. */
function mountPublic(
  app: Express,
  {
    context,
    dependencies,
    routes,
  }: {
    context: ServiceContext<GatewaySettings>;
    dependencies: GatewayDependencies & TrafficControl;
    routes: Route[];
  },
): void {
  const unauthenticated = publicRoutes(context, { ...dependencies, logger: context.logger });
  for (const { mountPath, handle } of unauthenticated) app.get(mountPath, handle);
  const urls = publicUrlsOf(context.config);
  mountDocs(app, buildDocument(routes, unauthenticated, urls), urls.basePath);
}
