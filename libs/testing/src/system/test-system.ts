import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  allInOneSchema,
  startAllServices,
  type AllInOneOptions,
  type AllInOneSettings,
} from '@medley/all-in-one';
import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createMemoryBroker, type Broker } from '@medley/broker';
import { stepKinds, type Task } from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig, type ServiceContext } from '@medley/kit';
import { connectStores, type Stores } from '@medley/store';
import { Registry } from 'prom-client';
import { TestClient } from '../gateway/test-client';
import { startTestMongo, type TestMongo } from '../mongo/test-mongo';
import { until } from '../until';
import { createEndWaiter } from './wait-for-end';

/** All services but the transcoder in this process, on a database and a blob store of their own. */
export interface TestSystem {
  urls: string[];
  stores: Stores;
  broker: Broker;
  blobs: BlobStore;
  mongoUrl: string;
  /** The metrics of all services; further gateways have their own. */
  metrics: Registry;
  /** Holds the files of the blob store and of the workers. */
  directory: string;
  /** A client of a new account at the first gateway. */
  newClient(account?: { tariff?: string; credits?: number }): Promise<TestClient>;
  /** Waits until the task has ended and its costs are settled. */
  ended(id: string): Promise<Task>;
  stop(): Promise<void>;
}

export interface TestSystemOptions extends Pick<
  AllInOneOptions,
  'gateways' | 'outbound' | 'sharesProcess' | 'transferLimits'
> {
  env?: Record<string, string>;
  /** Replaces the memory broker; the caller closes it. */
  broker?: Broker;
  /** Replaces a database of its own; the caller stops it. */
  mongoUrl?: string;
}

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
/**
 * Short intervals; tasks of every kind are accepted, although nothing transcodes. The speech engine answers nothing: without
 * one, it would depend on the machine whether there is the demo engine, which knows English only.
 */
const SETTINGS = {
  LOG_LEVEL: 'silent',
  PORT: '0',
  PUBLIC_URL: 'http://files.test',
  OUTBOUND_ALLOW: '127.0.0.0/8',
  ALLOW_BUNDLED_FFMPEG: 'true',
  ASSUME_STEPS: stepKinds.join(','),
  ASR_BASE_URL: 'http://127.0.0.1:9/v1',
  PII_THREADS: '1',
  ORCHESTRATOR_TICK_MS: '50',
  STEP_RETRY_DELAYS_S: '0.05,0.05',
  WEBHOOK_POLL_MS: '25',
};

export async function startTestSystem(options: TestSystemOptions = {}): Promise<TestSystem> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-system-'));
  const mongo = options.mongoUrl === undefined ? await startTestMongo() : borrowed(options.mongoUrl);
  const masterKey = randomBytes(32).toString('base64');
  const metrics = new Registry();
  const stores = await connectStores({ url: mongo.url, logger, masterKey, metrics });
  const broker = options.broker ?? createMemoryBroker({ logger, metrics });
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'x' }, logger);
  const own = { MONGO_URL: mongo.url, DATA_DIR: directory, MASTER_KEY: masterKey };
  const env = { ...SETTINGS, ...own, ...options.env };
  const context = contextOf(env, metrics);
  const { urls } = await startAllServices(
    context,
    { broker, stores, blobs, env },
    { ...options, transcoder: false },
  );
  await Promise.all(urls.map((url) => until(async () => (await fetch(`${url}/health`)).ok)));
  return {
    urls,
    stores,
    broker,
    blobs,
    mongoUrl: mongo.url,
    metrics,
    directory,
    newClient: (account) => newClient(stores, urls[0] ?? '', account),
    ended: createEndWaiter(stores),
    stop: async () => {
      await context.lifecycle.stop();
      if (!options.broker) await broker.close();
      await stores.close();
      await mongo.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A database that its owner stops. */
function borrowed(url: string): TestMongo {
  return { url, stop: () => Promise.resolve() };
}

function contextOf(env: Record<string, string>, metrics: Registry): ServiceContext<AllInOneSettings> {
  return {
    name: 'test',
    instance: `test-${randomUUID().slice(0, 8)}`,
    config: loadConfig(allInOneSchema, env),
    logger,
    lifecycle: new Lifecycle(logger),
    health: new Health(),
    metrics,
  };
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
