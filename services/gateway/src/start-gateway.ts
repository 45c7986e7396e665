import type { IncomingMessage } from 'node:http';
import type { Express } from 'express';
import type { BlobStore } from '@medley/blobs';
import { watchWorkers, type Broker } from '@medley/broker';
import type { StepKind } from '@medley/contracts';
import { createJsonSchemaChecker } from '@medley/json-schema';
import { HeaderSealer, loadPrices, type ServiceContext } from '@medley/kit';
import type { Outbound } from '@medley/outbound';
import { createTaskMetrics } from '@medley/state-machine';
import type { Stores } from '@medley/store';
import { Counter } from 'prom-client';
import type { TaskView } from '@medley/task-view';
import { apiRoutes, renderFailure, rootRoutes } from './api-routes';
import { createAuthentication, type Authentication } from './callers/authentication';
import { openKeyChanges, type AnnounceKeys } from './callers/key-changes';
import { KeyUses } from './callers/key-uses';
import { createRateLimiter } from './callers/limit-rate';
import { createPauses, type Pauses } from './workers/pauses';
import { openWorkerRegistry } from './workers/worker-registry';
import { createEventStreams } from './resources/events/event-streams';
import { streamLimits, type StreamLimits } from './resources/events/stream-limits';
import { CreationTurns } from './resources/tasks/creation/creation-turns';
import type { EagerLimits } from './resources/tasks/creation/eager-limits';
import { EagerRuns } from './resources/tasks/creation/eager-runs';
import type { CreationRouteDependencies } from './resources/tasks/creation/creation-route';
import { openTaskSubscriptions } from './resources/tasks/creation/task-subscriptions';
import { mountPublic } from './mount-public';
import { createApp } from './http/create-app';
import { createRequestMetrics } from './http/request-metrics';
import { tooManyConnections } from './http/raw-response';
import { API_PREFIX } from './http/route';
import { serveHttp, type HttpServer } from './http/serve-http';
import { TRANSCRIPTIONS_PATH } from './resources/speech/speech-routes';
import { openOperator } from './resources/operator/open-operator';
import { tusEndpoint } from './resources/uploads/tus-endpoint';
import { systemPipelines } from './resources/pipelines/system-pipelines';
import type { GatewaySettings } from './settings/gateway-settings';
import { openTrafficControl, type TrafficControl } from './traffic/open-traffic-control';
import { transferLimits, type TransferLimits } from './traffic/traffic-limits';
import { loadTariffs } from './settings/load-tariffs';
import { createTextPool, type TextPool } from './text-pool/text-pool';

export interface GatewayDependencies {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
  outbound: Outbound;
  taskView: TaskView;
  /** Overrides of the limits of event streams. */
  streamLimits?: Partial<StreamLimits>;
  /** Overrides of the limits of concurrent requests and responses. */
  transferLimits?: Partial<TransferLimits>;
  /** Whether the workers are in this process. Default: no. */
  sharesProcess?: boolean;
  /** Overrides of the limits of steps that run before their task is stored. */
  eagerLimits?: Partial<EagerLimits>;
  /** Another time limit for the head of a request. */
  headersMs?: number;
  /** Another directory of the built console. */
  consoleDirectory?: string;
}

/** Start the HTTP API; it stops with the context's life cycle. Returns the port. */
export async function startGateway(
  context: ServiceContext<GatewaySettings>,
  dependencies: GatewayDependencies,
): Promise<{ port: number }> {
  const { config, lifecycle, logger } = context;
  await dependencies.stores.pipelines.putSystem(systemPipelines);
  const stopping = new AbortController();
  const routeDependencies = {
    ...(await openRouteDependencies(context, dependencies)),
    stopping: stopping.signal,
  };
  const streams = await createEventStreams({
    ...{ ...dependencies, logger, metrics: context.metrics },
    limits: { ...streamLimits, ...dependencies.streamLimits },
  });
  const control = openControl(context, dependencies);
  const { authentication, announceKeys } = await openAuthentication(context, dependencies, control);
  const apiDependencies = { ...routeDependencies, ...dependencies, streams, announceKeys };
  const operator = await openOperator(context, { ...apiDependencies, addresses: control.addresses });
  const routes = apiRoutes(apiDependencies, config);
  const app = createApp({
    routes,
    rootRoutes: rootRoutes(apiDependencies, config),
    renderFailure,
    operator,
    endpoints: [tusEndpoint({ ...dependencies, logger, maxMediaBytes: config.MAX_MEDIA_BYTES })],
    mountPublic: (app) =>
      mountPublic(app, {
        context,
        dependencies: { ...dependencies, ...control },
        documented: { routes, operatorRoutes: operator && operator.routes },
      }),
    guards: {
      authentication,
      rateLimiter: createRateLimiter(dependencies.stores),
      admission: control.admission,
    },
    metrics: createRequestMetrics(context.metrics),
    addresses: control.addresses,
    origins: config.CORS_ORIGINS,
    logger,
  });
  const server = await listen(app, { config, control, headersMs: dependencies.headersMs });
  lifecycle.onStop('http server', () => server.close());
  // Stopped before the server, which waits for all requests in progress.
  lifecycle.onStop('event streams', () => streams.close());
  lifecycle.onStop('waiting clients', () => stopping.abort());
  logger.info('listening', { port: server.port });
  return { port: server.port };
}

function openControl(
  { config, lifecycle, metrics }: ServiceContext<GatewaySettings>,
  dependencies: Pick<GatewayDependencies, 'transferLimits'>,
): TrafficControl {
  const limits = { ...transferLimits, ...dependencies.transferLimits };
  const control = openTrafficControl(config, { limits, metrics, refusal: tooManyConnections() });
  lifecycle.onStop('stalled connections', () => control.close());
  return control;
}

function listen(
  app: Express,
  {
    config,
    control,
    headersMs,
  }: { config: GatewaySettings; control: TrafficControl; headersMs: number | undefined },
): Promise<HttpServer> {
  return serveHttp(app, {
    host: config.HOST,
    port: config.PORT,
    connectionLimiter: control.connectionLimiter,
    streamsBody: bringsFile,
    ...(headersMs === undefined ? {} : { headersMs }),
  });
}

function bringsFile({ method, url = '' }: IncomingMessage): boolean {
  const isUpload = url.startsWith(`${API_PREFIX}/uploads`) || url.startsWith(TRANSCRIPTIONS_PATH);
  return method !== 'GET' && isUpload;
}

/** The authentication, which hears of changed keys and records the uses of keys. */
async function openAuthentication(
  { config, lifecycle, logger }: ServiceContext<GatewaySettings>,
  { broker, stores }: GatewayDependencies,
  { addresses }: TrafficControl,
): Promise<{ authentication: Authentication; announceKeys: AnnounceKeys }> {
  const tariffs = await loadTariffs(config.TARIFFS_FILE);
  const uses = new KeyUses(stores.keys, logger);
  lifecycle.onStop('uses of keys', () => uses.stop());
  const authentication = createAuthentication(stores, { tariffs, addresses, uses });
  const changes = await openKeyChanges(broker, authentication);
  lifecycle.onStop('changes of keys', () => changes.close());
  return { authentication, announceKeys: changes.announce };
}

/** Open what routes need for the life of the gateway; stopped after the server, which uses it. */
async function openRouteDependencies(
  context: ServiceContext<GatewaySettings>,
  { broker, stores, outbound, taskView, sharesProcess = false, eagerLimits }: GatewayDependencies,
): Promise<
  Omit<CreationRouteDependencies, 'stopping'> & { textPool: TextPool; outbound: Outbound; pauses: Pauses }
> {
  const { config, lifecycle, logger, metrics } = context;
  const schemas = createJsonSchemaChecker(metrics);
  lifecycle.onStop('schema checker', () => schemas.close());
  const textPool = createTextPool(metrics);
  lifecycle.onStop('text pool', () => textPool.close());
  const workerRegistry = await openWorkerRegistry(broker);
  lifecycle.onStop('worker registry', () => workerRegistry.close());
  const count = (kind: StepKind): number => workerRegistry.knownWorkers(kind).length;
  watchWorkers(context, { count, assumed: config.ASSUME_STEPS });
  const prices = await loadPrices(config.PRICES_FILE);
  const eagerRuns = new EagerRuns({
    ...{ broker, workerRegistry, prices, logger, sharesProcess, now: () => stores.now() },
    metrics: createTaskMetrics(metrics),
    counter: new Counter({
      name: 'medley_gateway_eager_runs_total',
      help: 'Tasks offered to a worker before they were stored, by outcome (ended, not_answered, not_completed, not_stored)',
      labelNames: ['outcome'],
      registers: [metrics],
    }),
    ...(eagerLimits && { limits: eagerLimits }),
  });
  await eagerRuns.start();
  lifecycle.onStop('eager runs', () => eagerRuns.stop());
  const subscriptions = await openTaskSubscriptions(broker);
  lifecycle.onStop('task subscriptions', () => subscriptions.close());
  return {
    stores,
    broker,
    pauses: createPauses(stores),
    turns: new CreationTurns(broker),
    eagerRuns,
    workerRegistry,
    schemas,
    textPool,
    subscriptions,
    logger,
    headerSealer: new HeaderSealer(stores.keyring),
    prices,
    assumedSteps: config.ASSUME_STEPS,
    outbound,
    validationContext: { checkUrl: (url) => outbound.refuse(url) },
    views: taskView,
  };
}
