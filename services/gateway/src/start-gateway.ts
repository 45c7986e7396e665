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
import { openEngineRegister } from './engines/engine-register';
import { createEventStreams, type EventStreams } from './event-stream/event-streams';
import { streamLimits, type StreamLimits } from './event-stream/stream-limits';
import { openTaskEars } from './waiting/task-ears';
import { createApp } from './http/create-app';
import { createRequestMetrics } from './http/request-metrics';
import type { Route } from './http/route';
import { serveHttp } from './http/serve-http';
import { buildDocument } from './openapi/build-document';
import { placesOf } from './openapi/places-of';
import { mountDocs } from './openapi/mount-docs';
import { systemPipelines } from './pipelines/system-pipelines';
import { accountRoutes } from './routes/account-routes';
import { catalogueRoutes } from './routes/catalogue-routes';
import { creationRoutes, type CreationRouteParts } from './routes/creation-routes';
import { eventRoutes } from './routes/event-routes';
import { openRoutes } from './routes/open-routes';
import { pipelineRoutes } from './routes/pipeline-routes';
import { textRoutes } from './routes/text-routes';
import { taskRoutes } from './routes/task-routes';
import type { GatewaySettings } from './settings/gateway-settings';
import { openTraffic, type TrafficControl } from './traffic/open-traffic';
import { transferLimits, type TransferLimits } from './traffic/traffic-limits';
import { loadTariffs } from './settings/load-tariffs';
import { createTextThreads, type TextThreads } from './threads/text-threads';

export interface GatewayPorts {
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
  ports: GatewayPorts,
): Promise<{ port: number }> {
  const { config, lifecycle, logger } = context;
  const tariffs = await loadTariffs(config.TARIFFS_FILE);
  await ports.stores.pipelines.putSystem(systemPipelines);
  const stopping = new AbortController();
  const parts = { ...(await openParts(context, ports)), stopping: stopping.signal };
  const streams = await createEventStreams({
    ...ports,
    logger,
    limits: { ...streamLimits, ...ports.streamLimits },
  });
  const control = openTraffic(config, {
    limits: { ...transferLimits, ...ports.transferLimits },
    metrics: context.metrics,
  });
  lifecycle.onStop('stalled connections', () => control.close());
  const routes = allRoutes({ ...parts, blobs: ports.blobs, streams }, config);
  const app = createApp({
    routes,
    mountOpen: (open) => mountOpen(open, { context, ports: { ...ports, ...control }, routes }),
    doors: {
      authentication: createAuthentication(ports.stores, tariffs, control.addresses),
      rateLimiter: createRateLimiter(ports.stores),
      traffic: control.traffic,
    },
    metrics: createRequestMetrics(context.metrics),
    addresses: control.addresses,
    logger,
  });
  const server = await serveHttp(app, { host: config.HOST, port: config.PORT, gate: control.gate });
  lifecycle.onStop('http server', () => server.close());
  // These end before the server does, which waits for all that is being answered.
  lifecycle.onStop('event streams', () => streams.close());
  lifecycle.onStop('waiting clients', () => stopping.abort());
  logger.info('listening', { port: server.port });
  return { port: server.port };
}

/** What lives as long as the gateway; each thing is stopped after the server that uses it. */
async function openParts(
  { config, lifecycle, logger, metrics }: ServiceContext<GatewaySettings>,
  { broker, stores, outbound, taskView }: GatewayPorts,
): Promise<Omit<CreationRouteParts, 'stopping'> & { threads: TextThreads }> {
  const schemas = createJsonSchemaChecker(metrics);
  lifecycle.onStop('schema checker', () => schemas.close());
  const threads = createTextThreads(metrics);
  lifecycle.onStop('text threads', () => threads.close());
  const engines = await openEngineRegister(broker);
  lifecycle.onStop('engine register', () => engines.close());
  const ears = await openTaskEars(broker);
  lifecycle.onStop('task ears', () => ears.close());
  return {
    stores,
    broker,
    engines,
    schemas,
    threads,
    ears,
    logger,
    prices: await loadPrices(config.PRICES_FILE),
    assumedSteps: config.ASSUME_STEPS,
    rules: { refuseUrl: (url) => outbound.refuse(url) },
    views: taskView,
  };
}

function allRoutes(
  parts: CreationRouteParts & { threads: TextThreads; blobs: BlobStore; streams: EventStreams },
  config: Readonly<GatewaySettings>,
): Route[] {
  const mappingKey = deriveKey(config.MASTER_KEY, 'pii-mapping');
  return [
    ...creationRoutes(parts),
    ...taskRoutes(parts),
    ...eventRoutes(parts),
    ...textRoutes({ ...parts, mappingKey }),
    ...pipelineRoutes(parts),
    ...catalogueRoutes(parts),
    ...accountRoutes(parts.stores),
  ];
}

/** What needs no key: files, health, metrics, and the reference of everything. */
function mountOpen(
  app: Express,
  {
    context,
    ports,
    routes,
  }: { context: ServiceContext<GatewaySettings>; ports: GatewayPorts & TrafficControl; routes: Route[] },
): void {
  const open = openRoutes(context, { ...ports, logger: context.logger });
  for (const { at, handle } of open) app.get(at, handle);
  const places = placesOf(context.config);
  mountDocs(app, buildDocument(routes, open, places), places.basePath);
}
