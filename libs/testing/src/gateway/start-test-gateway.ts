import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createMemoryBroker, type Broker } from '@medley/broker';
import { signalTopics, stepKinds, type StepKind, type WorkerAnnouncement } from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig, type Logger } from '@medley/kit';
import { createOutbound } from '@medley/outbound';
import { connectStores, type Stores } from '@medley/store';
import { createTaskView, type TaskView } from '@medley/task-view';
import { startTestMongo } from '../mongo/test-mongo';
import { gatewaySchema, startGateway, type GatewayDependencies } from '@medley/gateway';
import { TestClient } from './test-client';

export const MASTER_KEY = randomBytes(32).toString('base64');

const silent = createLogger('gateway', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

export interface TestGateway {
  url: string;
  stores: Stores;
  broker: Broker;
  blobs: BlobStore;
  views: TaskView;
  /** A client of a new account. */
  newClient(account?: { tariff?: string; credits?: number }): Promise<TestClient>;
  /** Announces a worker, ready by default. */
  announce(kind: StepKind, facts?: Partial<WorkerAnnouncement>): void;
  /** Starts another gateway on the same backends; returns its address. */
  startAnother(): Promise<string>;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  env?: Record<string, string>;
  /** Of the gateway; by default silent. */
  logger?: Logger;
  /** The address to bind to; may have a form that the schema of the settings refuses. */
  host?: string;
  /** Registers checks and warnings. */
  health?: (health: Health) => void;
  /** The kinds that have a ready worker from the start; default: all. */
  kinds?: readonly StepKind[];
  dependencies?: (dependencies: GatewayDependencies) => Partial<GatewayDependencies>;
}

const ANNOUNCE_MS = 5_000;

/** A gateway on a free port with a database, a broker and a blob store of its own. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-gateway-'));
  const mongo = await startTestMongo();
  const stores = await connectStores({ url: mongo.url, logger: silent, masterKey: MASTER_KEY });
  const broker = createMemoryBroker({ logger: silent });
  const blobs = await openBlobStore(
    { BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'us-east-1' },
    silent,
  );
  const views = createTaskView({
    blobs,
    publicUrl: 'http://files.test',
    keyring: stores.keyring,
  });
  const { announce, stop: stopAnnouncing } = announcerOf(broker);
  const subscription = await broker.listen(() =>
    (options.kinds ?? stepKinds).forEach((kind) => announce(kind)),
  );
  await subscription.bind(signalTopics.workerCensus);
  const lifecycle = new Lifecycle(silent);
  const dependencies = { broker, stores, blobs, outbound: createOutbound({ allow: [] }), taskView: views };
  const startAnother = (): Promise<string> =>
    startOne(lifecycle, { ...dependencies, ...options.dependencies?.(dependencies) }, options);
  const url = await startAnother();
  return {
    url,
    stores,
    broker,
    blobs,
    views,
    announce,
    startAnother,
    newClient: (account) => newClient(url, stores, account),
    async stop() {
      stopAnnouncing();
      await lifecycle.stop();
      await broker.close();
      await stores.close();
      await mongo.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startOne(
  lifecycle: Lifecycle,
  dependencies: GatewayDependencies,
  { env, host, health: register, logger = silent }: TestGatewayOptions,
): Promise<string> {
  const health = new Health();
  register?.(health);
  const config = loadConfig(gatewaySchema, { MASTER_KEY, ...env });
  const { port } = await startGateway(
    {
      name: 'gateway',
      instance: 'gateway-test',
      config: { ...config, PORT: 0, ...(host === undefined ? {} : { HOST: host }) },
      logger,
      lifecycle,
      health,
      metrics: new Registry(),
    },
    dependencies,
  );
  return `http://127.0.0.1:${port}`;
}

async function newClient(
  url: string,
  stores: Stores,
  { tariff = 'unlimited', credits = 1_000 }: { tariff?: string; credits?: number } = {},
): Promise<TestClient> {
  const account = await stores.accounts.create({
    name: 'test',
    tariff,
    balance: Math.round(credits * 10_000),
  });
  const { secret, key } = await stores.keys.create(account.id, null);
  return new TestClient(url, { key: secret, keyId: key.id, accountId: account.id });
}

/** Announces workers, and each again and again as a worker does: a gateway removes a worker without an announcement for 30 s. */
function announcerOf(broker: Broker): { announce: TestGateway['announce']; stop: () => void } {
  const last = new Map<string, WorkerAnnouncement>();
  const send = (body: WorkerAnnouncement): void =>
    broker.signal('worker.announced', signalTopics.workerAnnounced, body);
  const again = setInterval(() => last.forEach(send), ANNOUNCE_MS);
  return {
    announce: (kind, facts = {}) => {
      const instance = `${kind}-test`;
      const state = { ready: true, reason: null, engines: [], default_engine: null };
      const body: WorkerAnnouncement = { kind, instance, ...state, ...facts };
      last.set(body.instance, body);
      send(body);
    },
    stop: () => clearInterval(again),
  };
}
