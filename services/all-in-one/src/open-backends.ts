import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openBlobStore, showDiskSpace, type BlobStore } from '@medley/blobs';
import { connectAmqpBroker, createMemoryBroker, reportProcess, type Broker } from '@medley/broker';
import {
  chooseMasterKeys,
  environment,
  findOperatorKey,
  loadMasterKeys,
  loadOperatorKey,
  OperatorError,
  type Logger,
  type ServiceContext,
} from '@medley/kit';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { connectStores, migrateDatabase, watchStores, type Stores } from '@medley/store';
import { defaultsFor, type AllInOneSettings } from './config';

/** Connections that all services of the process share; closed by its lifecycle. */
export interface Backends {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
  dataDir: string;
  /** Settings as the services read them: the environment over the defaults, with the addresses of what is embedded. */
  env: Record<string, string | undefined>;
  /** Whether this start has made the operator's key; null: it is a setting. */
  isOperatorKeyNew: boolean | null;
}

/**
 * Open database, broker and blob store; without `MONGO_URL` or `AMQP_URL` the embedded ones. `onProgress` gets lines for
 * the person who waits for the embedded MongoDB.
 */
export async function openBackends(
  context: ServiceContext<AllInOneSettings>,
  onProgress?: (line: string) => void,
): Promise<Backends> {
  const { config, logger, lifecycle, health, metrics } = context;
  const dataDir = resolve(config.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await refuseUnfinishedRestore(dataDir);
  const keys = chooseMasterKeys(
    config,
    config.MASTER_KEY === undefined ? await loadMasterKeys(dataDir) : null,
  );
  const mongoUrl = config.MONGO_URL ?? (await startMongo(context, { dataDir, onProgress }));

  // Nothing else uses the embedded database, so there is no other version to wait for.
  if (config.MONGO_URL === undefined) await migrateEmbedded(mongoUrl, logger, onProgress);
  const masterKeys = { masterKey: keys.current, previousMasterKey: keys.previous };
  const stores = await connectStores({ url: mongoUrl, logger, ...masterKeys, metrics });
  lifecycle.onStop('stores', () => stores.close());
  const broker =
    config.AMQP_URL === undefined
      ? createMemoryBroker({ logger, metrics })
      : await connectAmqpBroker({
          url: config.AMQP_URL,
          prefix: config.AMQP_PREFIX,
          logger,
          name: context.instance,
          metrics,
        });
  lifecycle.onStop('broker', () => broker.close());
  const blobs = await openBlobStore({ ...config, DATA_DIR: dataDir }, logger);
  watchStores(stores, health);
  health.register('broker', () => broker.checkHealth());
  health.register('blobs', () => blobs.checkHealth());
  if (config.BLOB_STORE === 'fs') showDiskSpace(metrics, dataDir);
  reportProcess(broker, context);

  const keptKey = config.OPERATOR_KEY === undefined ? await findOperatorKey(dataDir) : null;
  const env = {
    ...defaultsFor(config.HOST),
    ...withoutBlanks(environment()),
    MONGO_URL: mongoUrl,
    MASTER_KEY: keys.current,
    MASTER_KEY_PREVIOUS: keys.previous,
    OPERATOR_KEY: config.OPERATOR_KEY ?? keptKey ?? (await loadOperatorKey(dataDir)),
    DATA_DIR: dataDir,
  };
  const isOperatorKeyNew = config.OPERATOR_KEY === undefined ? keptKey === null : null;
  return { broker, stores, blobs, dataDir, env, isOperatorKeyNew };
}

async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const isThere = await stat(join(dataDir, 'restore-unfinished')).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new OperatorError(`A restore was interrupted: empty ${dataDir} and run it again (admin -- restore).`);
}

async function migrateEmbedded(
  url: string,
  logger: Logger,
  onProgress: (line: string) => void = () => undefined,
): Promise<void> {
  const lines: string[] = [];
  const options = { url, logger, isDryRun: false, onProgress: (line: string) => lines.push(line) };
  const { from, to } = await migrateDatabase(options);
  if (from === to) return;
  for (const line of [`The database is of an earlier Medley: schema ${from} → ${to}`, ...lines])
    onProgress(line);
}

async function startMongo(
  { lifecycle, logger }: ServiceContext<AllInOneSettings>,
  { dataDir, onProgress }: { dataDir: string; onProgress: ((line: string) => void) | undefined },
): Promise<string> {
  const mongo = await startEmbeddedMongo({ dataDir, logger, ...(onProgress && { onProgress }) });
  lifecycle.onStop('embedded MongoDB', () => mongo.stop());
  return mongo.url;
}

function withoutBlanks(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
