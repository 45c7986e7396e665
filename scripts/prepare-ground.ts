import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openBlobStore, type BlobStore } from '@medley/blobs';
import { connectAmqpBroker, createMemoryBroker, type Broker } from '@medley/broker';
import { environment, type ServiceContext } from '@medley/kit';
import { startEmbeddedMongo } from '@medley/mongo-engine';
import { connectStores, type Stores } from '@medley/store';
import { loadMasterKey } from './master-key';
import { say } from './run-steps';
import { startDefaults, type StartSettings } from './start-config';

/** What all services of the one process stand on. */
export interface Ground {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
  dataDir: string;
  /** The environment as the services read it, with the embedded defaults filled in. */
  env: Record<string, string | undefined>;
}

/** Open the data directory, the database, the broker and the blob store: the embedded ones where none is named. */
export async function prepareGround(context: ServiceContext<StartSettings>): Promise<Ground> {
  const { config, logger, lifecycle, health } = context;
  const dataDir = resolve(config.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const masterKey = config.MASTER_KEY ?? (await loadMasterKey(dataDir));
  const mongoUrl = config.MONGO_URL ?? (await startEngine(context, dataDir));

  const stores = await connectStores({ url: mongoUrl, logger, masterKey });
  lifecycle.onStop('stores', () => stores.close());
  const broker =
    config.AMQP_URL === undefined
      ? createMemoryBroker({ logger, metrics: context.metrics })
      : await connectAmqpBroker({
          url: config.AMQP_URL,
          prefix: config.AMQP_PREFIX,
          logger,
          name: context.instance,
          metrics: context.metrics,
        });
  lifecycle.onStop('broker', () => broker.close());
  const blobs = await openBlobStore({ ...config, DATA_DIR: dataDir }, logger);
  health.register('database', () => stores.trouble());
  health.register('broker', () => broker.trouble());
  health.register('blobs', () => blobs.trouble());

  const env = {
    ...startDefaults(config.HOST),
    AMQP_URL: 'amqp://embedded',
    ...withoutBlanks(environment()),
    MONGO_URL: mongoUrl,
    MASTER_KEY: masterKey,
    DATA_DIR: dataDir,
  };
  return { broker, stores, blobs, dataDir, env };
}

async function startEngine(context: ServiceContext<StartSettings>, dataDir: string): Promise<string> {
  const engine = await startEmbeddedMongo({ dataDir, logger: context.logger, onProgress: say });
  context.lifecycle.onStop('database engine', () => engine.stop());
  return engine.url;
}

function withoutBlanks(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
