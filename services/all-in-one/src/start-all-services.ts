import {
  createLogger,
  loadConfig,
  outboundSettings,
  warnOfTypos,
  type OutboundSettings,
  type ServiceContext,
} from '@medley/kit';
import { fetcherSchema, startFetcher } from '@medley/fetcher';
import {
  gatewaySchema,
  publicUrlOf,
  startGateway,
  warnOfOpenLoopback,
  type GatewayDependencies,
  type GatewaySettings,
} from '@medley/gateway';
import { llmSchema, startLlm } from '@medley/llm';
import { orchestratorSchema, startOrchestrator } from '@medley/orchestrator';
import { createOutbound, ownEndpoints, SAMPLES_PATH, type Endpoint, type Outbound } from '@medley/outbound';
import { piiSchema, startPii } from '@medley/pii';
import { createTaskView } from '@medley/task-view';
import { startTranscoder, transcoderSchema } from '@medley/transcoder';
import { startTranscriber, transcriberSchema } from '@medley/transcriber';
import { startWebhookDispatcher, webhookDispatcherSchema } from '@medley/webhook-dispatcher';
import Joi from 'joi';
import { Registry } from 'prom-client';
import { allInOneSchema, type AllInOneSettings } from './config';
import type { Backends } from './open-backends';

export interface AllInOneOptions {
  /** Number of gateways, each on a port of its own; with more than one `PORT` must be 0. Default 1. */
  gateways?: number;
  /** Replaces the client that applies `OUTBOUND_ALLOW` and refuses the addresses of the backends. */
  outbound?: Outbound;
  /** False: short tasks run before they are stored only for clients that wait, as with workers elsewhere. Default true. */
  sharesProcess?: boolean;
  /** See {@link GatewayDependencies}. */
  transferLimits?: GatewayDependencies['transferLimits'];
  /** False: no transcoder, whose start searches and probes ffmpeg. Default true. */
  transcoder?: boolean;
}

const schemas = [
  ...[gatewaySchema, orchestratorSchema, webhookDispatcherSchema, fetcherSchema, transcoderSchema],
  ...[transcriberSchema, llmSchema, piiSchema],
];

type SharedDependencies = Omit<GatewayDependencies, 'streamLimits'>;
type ContextOf = <C>(name: string, schema: Joi.ObjectSchema<C>) => ServiceContext<C>;

/** Start every service in this process on the same backends. Returns the address of each gateway. */
export async function startAllServices(
  context: ServiceContext<AllInOneSettings>,
  { broker, stores, blobs, env }: Pick<Backends, 'broker' | 'stores' | 'blobs' | 'env'>,
  options: AllInOneOptions = {},
): Promise<{ urls: string[] }> {
  // The services' schemas require AMQP_URL; here the broker is open already, and the embedded one has no address.
  const settings: Backends['env'] = { AMQP_URL: 'amqp://embedded', ...env };
  const contextOf: ContextOf = (name, schema) => ({
    ...context,
    name,
    config: loadConfig(schema, settings),
    logger: createLogger(name, context.config),
  });
  const gateway = contextOf('gateway', gatewaySchema);
  const { OUTBOUND_ALLOW: allow } = loadConfig(Joi.object<OutboundSettings>(outboundSettings), settings);
  const own = ownEndpoints({ ...context.config, ...gateway.config, MONGO_URL: settings['MONGO_URL'] });
  warnOfTypos(context.logger, [allInOneSchema, ...schemas], settings);
  warnOfOpenLoopback(gateway, allow);
  const taskView = createTaskView({
    blobs,
    publicUrl: publicUrlOf(gateway.config),
    keyring: stores.keyring,
  });
  const outbound = options.outbound ?? createOutbound({ allow, own });
  const shared: SharedDependencies = { broker, stores, blobs, outbound, taskView };

  await startOrchestrator(contextOf('orchestrator', orchestratorSchema), { broker, stores, blobs });
  await startWebhookDispatcher(contextOf('webhook-dispatcher', webhookDispatcherSchema), shared);
  await startWorkers(contextOf, shared, options.transcoder ?? true);
  // Last, when every kind of step has a worker.
  const gateways = await startGateways(gateway, shared, options);
  own.push(...gateways); // PORT may be 0, which takes any free one
  return { urls: gateways.map(({ host, port }) => `http://${host}:${port}`) };
}

async function startWorkers(
  contextOf: ContextOf,
  shared: SharedDependencies,
  hasTranscoder: boolean,
): Promise<void> {
  const { broker, blobs, outbound } = shared;
  await startFetcher(contextOf('fetcher', fetcherSchema), { broker, blobs, outbound });
  if (hasTranscoder) await startTranscoder(contextOf('transcoder', transcoderSchema), { broker, blobs });
  await startTranscriber(contextOf('transcriber', transcriberSchema), { broker, blobs });
  await startLlm(contextOf('llm', llmSchema), { broker, blobs });
  await startPii(contextOf('pii', piiSchema), { broker, blobs });
}

async function startGateways(
  first: ServiceContext<GatewaySettings>,
  shared: SharedDependencies,
  { gateways = 1, sharesProcess = true, transferLimits }: AllInOneOptions,
): Promise<Endpoint[]> {
  const dependencies = { ...shared, sharesProcess, ...(transferLimits && { transferLimits }) };
  const started: Endpoint[] = [];
  while (started.length < gateways) {
    // A registry takes each metric once, so that a further gateway needs its own.
    const context = started.length === 0 ? first : { ...first, metrics: new Registry() };
    const { port } = await startGateway(context, dependencies);
    started.push({ host: first.config.HOST, port, publicPath: SAMPLES_PATH });
  }
  return started;
}
