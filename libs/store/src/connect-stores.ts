import type { Logger } from '@medley/kit';
import type { Registry } from 'prom-client';
import { createBudgetRepository } from './budget-repository';
import { createAccounts } from './create-accounts';
import { retryUntilAvailable } from './call-database';
import { checkMasterKey, type KeyFacts } from './check-master-key';
import { checkSchemaVersion, readSchemaVersion } from './check-schema';
import { connectMongo, type Mongo } from './connect-mongo';
import { createCreations } from './creations';
import { DatabaseClock } from './database-clock';
import { createDeadLetterRepository } from './dead-letter-repository';
import { createIndexes } from './create-indexes';
import { createModels, type Models } from './create-models';
import { createDeliveryRepository } from './delivery-repository';
import { createErasureRepository } from './erasure-repository';
import type { ErasureStore } from './erasure-store';
import { createFactRepository } from './fact-repository';
import { createIdempotencyRepository } from './idempotency-repository';
import { createKeyRepository } from './key-repository';
import { createLeaseRepository } from './lease-repository';
import { LedgerRelay, type FailPoint, type MoneyCollections } from './ledger-relay';
import { majority } from './majority';
import type { MoneyDependencies } from './money-dependencies';
import type { UsageStore } from './usage-store';
import { createMasterKeyRepository } from './master-key-repository';
import { createOverview } from './overview-repository';
import { createPauseRepository } from './pause-repository';
import type { Pipeline } from './pipeline-store';
import { PipelineCount } from './pipeline-count';
import { countPipelines, createPipelineRepository } from './pipeline-repository';
import { createRateLimitRepository } from './rate-limit-repository';
import type { Stores } from './stores';
import { createCommandMetrics, showClockOffset } from './store-metrics';
import { createStorageRepository } from './storage-repository';
import { createTurnQueries } from './turn-queries';
import { createUsageRepository } from './usage-repository';
import { createTaskRepository } from './task-repository';
import { createUploadRepository } from './upload-repository';

export interface StoreOptions {
  /** `mongodb://…`; without a database name it is `medley`. */
  url: string;
  logger: Logger;
  /** 32 bytes, base64. Seals webhook secrets and keys the hashes of API keys. */
  masterKey: string;
  /** The key before, for a rotation. */
  previousMasterKey?: string | undefined;
  /** Replace the system templates with these. */
  systemPipelines?: readonly Pipeline[];
  /** Called between the durable writes of money; tests simulate a crash by throwing. */
  failPoint?: FailPoint;
  /** False: without the command `bulkWrite`, as on MongoDB 7. Default: as the server offers it. */
  hasBulkWrite?: boolean;
  /** Registry of the metrics of the database. */
  metrics?: Registry;
}

/**
 * Connect to MongoDB (retrying without a limit), check the master key and the schema, create missing indexes and return the
 * stores.
 * @throws ConfigError for a wrong master key, OperatorError for a schema of another version
 */
export async function connectStores(options: StoreOptions): Promise<Stores> {
  const { url, logger, systemPipelines, metrics } = options;
  const commands = metrics && createCommandMetrics(metrics);
  const mongo = await retryUntilAvailable(logger, () => connectMongo(url, commands));
  const clock = new DatabaseClock(mongo.readTime, logger);
  const models = createModels(mongo.connection);
  try {
    const facts = await retryUntilAvailable(logger, () => checkDatabase(mongo, models, options));
    const { stores, stop } = createStores(mongo, { models, clock }, { ...options, ...facts });
    await retryUntilAvailable(logger, async () => {
      await clock.start();
      await createIndexes(mongo);
      if (systemPipelines) await stores.pipelines.putSystem(systemPipelines);
    });
    if (metrics) showClockOffset(metrics, () => clock.now());
    return { ...stores, close: () => close(mongo, clock, stop) };
  } catch (error) {
    await close(mongo, clock, () => Promise.resolve());
    throw error;
  }
}

/** Refuse a database of another master key or of a schema that this code cannot use, before anything is written. */
async function checkDatabase(
  mongo: Mongo,
  { meta, account, task }: Models,
  { masterKey, previousMasterKey: previous }: StoreOptions,
): Promise<KeyFacts> {
  const accounts = mongo.native(account);
  const collections = { meta: mongo.native(meta), accounts, used: [accounts, mongo.native(task)] };
  checkSchemaVersion(await readSchemaVersion(collections));
  return checkMasterKey(collections, { current: masterKey, previous });
}

interface StoreDependencies {
  models: Models;
  collections: MoneyCollections;
  clock: DatabaseClock;
}

function createStores(
  mongo: Mongo,
  { models, clock }: { models: Models; clock: DatabaseClock },
  options: StoreOptions & KeyFacts,
): { stores: Omit<Stores, 'close'>; stop: () => Promise<unknown> } {
  const { logger, keyring, pepper, failPoint = () => undefined } = options;
  const collections = {
    accounts: mongo.native(models.account, majority),
    ledger: mongo.native(models.ledger, majority),
    tasks: mongo.native(models.task, majority),
  };
  const relay = new LedgerRelay(collections, logger, failPoint);
  const counter = new PipelineCount(collections.accounts, (id) => countPipelines(models.pipeline, id), clock);
  const money = { collections, relay, clock, failPoint };
  const masterKey = openMasterKey(mongo, { models, collections, clock }, options);
  const stores = {
    creations: createCreations({
      ...money,
      database: { ...mongo, hasBulkWrite: options.hasBulkWrite ?? mongo.hasBulkWrite },
    }),
    tasks: createTaskRepository(mongo, models.task, clock),
    deliveries: createDeliveryRepository(mongo.native(models.task)),
    turns: createTurnQueries(mongo.native(models.task)),
    leases: createLeaseRepository(mongo.native(models.lease), clock),
    accounts: createAccounts(mongo, models, { ...money, counter, keyring }),
    storage: createStorageRepository({ ...collections, uploads: mongo.native(models.upload, majority) }),
    uploads: createUploadRepository(mongo.native(models.upload), mongo.native(models.task), clock),
    keys: createKeyRepository(models.key, clock, pepper),
    budgets: createBudgetRepository(money),
    usage: createUsage(mongo, models, money),
    pipelines: createPipelineRepository(models.pipeline, counter),
    ...createRequestRecords(mongo, models, clock),
    ...createOperations(mongo, models, clock),
    facts: createFactRepository(mongo.native(models.meta)),
    erasure: createErasure(mongo, { models, collections, clock }),
    keyring,
    masterKey: masterKey.store,
    now: () => clock.now(),
    checkHealth: () => mongo.checkHealth(),
  };
  return { stores, stop: () => Promise.all([relay.stop(), masterKey.stop()]) };
}

/** What gateways remember of requests. */
function createRequestRecords(
  mongo: Mongo,
  { idempotency, rateLimit }: Models,
  clock: DatabaseClock,
): Pick<Stores, 'idempotency' | 'rateLimits'> {
  return {
    idempotency: createIdempotencyRepository(idempotency, mongo.native(idempotency), clock),
    rateLimits: createRateLimitRepository(rateLimit, mongo.native(rateLimit)),
  };
}

function openMasterKey(
  mongo: Mongo,
  { models, collections, clock }: StoreDependencies,
  options: StoreOptions & KeyFacts,
): ReturnType<typeof createMasterKeyRepository> {
  const idempotency = mongo.native(models.idempotency);
  const dependencies = { ...collections, idempotency, meta: mongo.native(models.meta), clock };
  return createMasterKeyRepository({ ...dependencies, logger: options.logger }, options);
}

/** What operators see and steer. */
function createOperations(
  mongo: Mongo,
  { pause, deadLetter, task }: Models,
  clock: DatabaseClock,
): Pick<Stores, 'pauses' | 'deadLetters' | 'overview'> {
  return {
    pauses: createPauseRepository(mongo.native(pause), clock),
    deadLetters: createDeadLetterRepository(mongo.native(deadLetter), clock),
    overview: createOverview(mongo.native(task)),
  };
}

function createUsage(
  mongo: Mongo,
  { usageDay, usageState }: Models,
  { collections, relay, clock }: Pick<MoneyDependencies, 'collections' | 'relay' | 'clock'>,
): UsageStore {
  const days = mongo.native(usageDay, majority);
  const state = mongo.native(usageState, majority);
  return createUsageRepository({ collections, relay, clock, days, state });
}

function createErasure(mongo: Mongo, dependencies: StoreDependencies): ErasureStore {
  const { key, pipeline, idempotency, rateLimit, usageDay } = dependencies.models;
  const more = { keys: mongo.native(key), pipelines: mongo.native(pipeline) };
  const expiring = { idempotency: mongo.native(idempotency), rateLimits: mongo.native(rateLimit) };
  const usage = { usageDays: mongo.native(usageDay) };
  return createErasureRepository(
    { ...dependencies.collections, ...more, ...expiring, ...usage },
    dependencies.clock,
  );
}

async function close(mongo: Mongo, clock: DatabaseClock, stop: () => Promise<unknown>): Promise<void> {
  clock.stop();
  await stop();
  await mongo.connection.destroy();
}
