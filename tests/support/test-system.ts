import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createMemoryBroker, type Broker } from '@medley/broker';
import { stepKinds, type Task } from '@medley/contracts';
import { fetcherSchema, startFetcher } from '@medley/fetcher';
import { gatewaySchema, startGateway, type GatewayDependencies } from '@medley/gateway';
import { createLogger, deriveKey, Health, Lifecycle, loadConfig, type ServiceContext } from '@medley/kit';
import { llmSchema, startLlm } from '@medley/llm';
import { orchestratorSchema, startOrchestrator } from '@medley/orchestrator';
import { createOutbound, type Outbound } from '@medley/outbound';
import { piiSchema, startPii } from '@medley/pii';
import { connectStores, type Stores } from '@medley/store';
import { createTaskView } from '@medley/task-view';
import { startTranscriber, transcriberSchema } from '@medley/transcriber';
import { startWebhookDispatcher, webhookDispatcherSchema } from '@medley/webhook-dispatcher';
import type Joi from 'joi';
import { Registry } from 'prom-client';
import { TestClient } from '../../services/gateway/test/test-client';
import { startTestMongo, type TestMongo } from './mongo';
import { until } from './until';

/** Every service but the transcoder in this process, joined by what the test hands in. */
export interface TestSystem {
  urls: string[];
  stores: Stores;
  broker: Broker;
  blobs: BlobStore;
  mongoUrl: string;
  /** Files of the blob store and of the workers lie below. */
  directory: string;
  /** A client of a new account at the first gateway. */
  newClient(account?: { tariff?: string; credits?: number }): Promise<TestClient>;
  /** The task once it has ended and its bill is settled. */
  ended(id: string): Promise<Task>;
  stop(): Promise<void>;
}

export interface TestSystemOptions {
  env?: Record<string, string>;
  gateways?: number;
  outbound?: Outbound;
  /** Other limits of requests and answers under way than a gateway has. */
  transferLimits?: GatewayDependencies['transferLimits'];
  /** Instead of the embedded broker; whoever made it closes it. */
  broker?: Broker;
  /** Instead of an engine of its own; whoever made it stops it. */
  mongoUrl?: string;
}

/** What everybody stands on. */
interface Ground {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
}

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
const TICKS = { ORCHESTRATOR_TICK_MS: '50', STEP_RETRY_DELAYS_S: '0.05,0.05', WEBHOOK_POLL_MS: '25' };

export async function startTestSystem(options: TestSystemOptions = {}): Promise<TestSystem> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-system-'));
  const mongo = options.mongoUrl === undefined ? await startTestMongo() : standing(options.mongoUrl);
  const masterKey = randomBytes(32).toString('base64');
  const stores = await connectStores({ url: mongo.url, logger, masterKey });
  const broker = options.broker ?? createMemoryBroker({ logger });
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'x' }, logger);
  const lifecycle = new Lifecycle(logger);
  const env = {
    AMQP_URL: 'amqp://embedded',
    MONGO_URL: mongo.url,
    DATA_DIR: directory,
    MASTER_KEY: masterKey,
    PII_THREADS: '1',
    ALLOW_BUNDLED_FFMPEG: 'true',
    ...TICKS,
    ...options.env,
  };
  const urls = await startAll({ broker, stores, blobs }, { ...options, lifecycle, env, masterKey });
  return {
    urls,
    stores,
    broker,
    blobs,
    mongoUrl: mongo.url,
    directory,
    newClient: (account) => newClient(stores, urls[0] ?? '', account),
    ended: (id) => waitForEnd(stores, id),
    stop: async () => {
      await lifecycle.stop();
      if (!options.broker) await broker.close();
      await stores.close();
      await mongo.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function standing(url: string): TestMongo {
  return { url, stop: () => Promise.resolve() };
}

async function startAll(
  ground: Ground,
  given: TestSystemOptions & { lifecycle: Lifecycle; env: Record<string, string>; masterKey: string },
): Promise<string[]> {
  const { lifecycle, env } = given;
  const of = <C>(name: string, schema: Joi.ObjectSchema<C>): ServiceContext<C> => ({
    name,
    instance: `${name}-${randomUUID().slice(0, 8)}`,
    config: loadConfig(schema, env),
    logger,
    lifecycle,
    health: new Health(),
    metrics: new Registry(),
  });
  const outbound = given.outbound ?? createOutbound({ allow: ['127.0.0.0/8'] });
  const linkKey = deriveKey(given.masterKey, 'file-links');
  const taskView = createTaskView({ blobs: ground.blobs, publicUrl: 'http://files.test', linkKey });
  await startOrchestrator(of('orchestrator', orchestratorSchema), ground);
  const dispatcher = of('webhook-dispatcher', webhookDispatcherSchema);
  await startWebhookDispatcher(dispatcher, { ...ground, outbound, taskView });
  await startFetcher(of('fetcher', fetcherSchema), { ...ground, outbound });
  await startTranscriber(of('transcriber', transcriberSchema), ground);
  await startLlm(of('llm', llmSchema), ground);
  await startPii(of('pii', piiSchema), ground);
  const urls: string[] = [];
  for (let index = 0; index < (given.gateways ?? 1); index += 1) {
    const gateway = of('gateway', gatewaySchema);
    const config = { ...gateway.config, PORT: 0, ASSUME_STEPS: [...stepKinds] };
    const limits = given.transferLimits && { transferLimits: given.transferLimits };
    const { port } = await startGateway({ ...gateway, config }, { ...ground, outbound, taskView, ...limits });
    urls.push(`http://127.0.0.1:${port}`);
  }
  await Promise.all(urls.map((url) => until(async () => (await fetch(`${url}/health`)).ok)));
  return urls;
}

async function newClient(
  stores: Stores,
  url: string,
  { tariff = 'unlimited', credits = 1_000 }: { tariff?: string; credits?: number } = {},
): Promise<TestClient> {
  const balance = Math.round(credits * 10_000);
  const account = await stores.accounts.create({ name: 'test', tariff, balance });
  const { secret, key } = await stores.keys.create(account.id, null);
  return new TestClient(url, { key: secret, keyId: key.id, accountId: account.id });
}

async function waitForEnd(stores: Stores, id: string): Promise<Task> {
  let task = await stores.tasks.find(id);
  await until(
    async () => {
      task = await stores.tasks.find(id);
      return task !== null && task.status !== 'pending' && task.cost.settled;
    },
    { timeoutMs: 20_000 },
  );
  if (!task) throw new Error('the task is gone');
  return task;
}
