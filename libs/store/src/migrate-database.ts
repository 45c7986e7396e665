import type { Logger } from '@medley/kit';
import { callDatabase, retryUntilAvailable } from './call-database';
import { checkSchemaVersion, readSchemaVersion, recordSchemaVersion, schemaVersions } from './check-schema';
import { connectMongo, type Mongo } from './connect-mongo';
import { createIndexes } from './create-indexes';
import { createModels } from './create-models';

/** A change of the data of one collection. Its filter matches what is still to be changed, so that it can be continued. */
interface Migration {
  /** Data of a lower version need it. */
  version: number;
  does: string;
  collection: 'keys';
  filter: Record<string, unknown>;
  update: { $set: Record<string, unknown> };
}

/** In their order. Code of the version before must be able to work with the result, or `schemaVersions.minVersion` rises. */
const migrations: readonly Migration[] = [
  {
    version: 2,
    does: 'keys of before roles are keys of owners',
    collection: 'keys',
    filter: { role: { $exists: false } },
    update: { $set: { role: 'owner' } },
  },
];

const BATCH = 500;

export interface MigrationOptions {
  url: string;
  logger: Logger;
  /** Only count. */
  isDryRun: boolean;
  onProgress: (text: string) => void;
}

export interface MigrationResult {
  /** Versions of the schema. */
  from: number;
  to: number;
  /** Documents that were changed, or that would be. */
  changed: number;
}

/**
 * Bring a database to the schema of this code: change its documents in batches, build missing indexes, then record the
 * version. When interrupted, run it again; several may run at once. Services of the version before may run meanwhile.
 * @throws OperatorError when the data are of a newer version
 */
export async function migrateDatabase(options: MigrationOptions): Promise<MigrationResult> {
  const { url, logger, isDryRun, onProgress } = options;
  const mongo = await retryUntilAvailable(logger, () => connectMongo(url));
  try {
    const models = createModels(mongo.connection);
    const meta = mongo.native(models.meta);
    const used = [mongo.native(models.account), mongo.native(models.task)];
    const found = await readSchemaVersion({ meta, used });
    const to = Math.max(found.version, schemaVersions.version);
    checkSchemaVersion({ ...found, version: to });
    let changed = 0;
    for (const migration of migrations.filter(({ version }) => version > found.version)) {
      changed += await run(mongo, migration, options);
    }
    if (isDryRun) return { from: found.version, to, changed };
    onProgress('building missing indexes');
    await createIndexes(mongo);
    await recordSchemaVersion(meta);
    return { from: found.version, to, changed };
  } finally {
    await mongo.connection.destroy();
  }
}

async function run(
  { client, databaseName }: Mongo,
  { does, collection: name, filter, update }: Migration,
  { isDryRun, onProgress }: MigrationOptions,
): Promise<number> {
  const collection = client.db(databaseName).collection(name);
  const total = await callDatabase(() => collection.countDocuments(filter), COUNT_MS);
  if (isDryRun) {
    onProgress(`${does}: ${total} documents of ${name}`);
    return total;
  }
  let changed = 0;
  for (;;) {
    const next = collection.find(filter, { projection: { _id: 1 } }).limit(BATCH);
    const ids = (await callDatabase(() => next.toArray(), COUNT_MS)).map(({ _id }) => _id);
    if (ids.length === 0) return changed;
    const batch = { ...filter, _id: { $in: ids } };
    changed += (await callDatabase(() => collection.updateMany(batch, update))).modifiedCount;
    onProgress(`${does}: ${changed} of ${total} documents of ${name}`);
  }
}

/** Without an index these read a whole collection. */
const COUNT_MS = 600_000;
