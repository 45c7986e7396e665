import { OperatorError, productVersion } from '@medley/kit';
import { callDatabase } from './call-database';
import { ignoreDuplicate } from './ignore-duplicate';
import type { MetaCollection } from './meta-model';

/**
 * The version of the data that this code writes, and the lowest version of the code that can use such data: a code whose
 * own version is lower is refused. A change that earlier code misreads raises both, see ADR 0027.
 */
export const schemaVersions = { version: 2, minVersion: 1 } as const;

/** Data of Medley 0.1.0, which recorded no version. */
const UNRECORDED = 1;
const ID = 'schema';

interface SchemaCollections {
  meta: MetaCollection;
  /** Collections that every used database has documents in. */
  used: readonly { findOne(filter: object, options: object): Promise<object | null> }[];
}

/** The version of the data of this database; an empty database gets the version of this code. */
export async function readSchemaVersion({ meta, used }: SchemaCollections): Promise<{
  version: number;
  min_version: number;
}> {
  const known = await callDatabase(() => meta.findOne({ _id: ID }));
  if (known) return { version: known.version ?? UNRECORDED, min_version: known.min_version ?? UNRECORDED };
  for (const collection of used) {
    const found = await callDatabase(() =>
      collection.findOne({ _id: { $gt: '' } }, { projection: { _id: 1 } }),
    );
    if (found) return { version: UNRECORDED, min_version: UNRECORDED };
  }
  const { version, minVersion: min_version } = schemaVersions;
  const $setOnInsert = { version, min_version };
  await callDatabase(() => meta.updateOne({ _id: ID }, { $setOnInsert }, { upsert: true })).catch(
    ignoreDuplicate,
  );
  return { version, min_version };
}

/** Record that the data have the version of this code; a higher one stays. */
export async function recordSchemaVersion(meta: MetaCollection): Promise<void> {
  const { version, minVersion } = schemaVersions;
  await callDatabase(() =>
    meta.updateOne({ _id: ID }, { $max: { version, min_version: minVersion } }, { upsert: true }),
  );
}

/** @throws OperatorError when the data are too new for this code, or must be migrated first */
export function checkSchemaVersion(found: { version: number; min_version: number }): void {
  const own = `this is Medley ${productVersion} with schema ${schemaVersions.version}`;
  if (found.min_version > schemaVersions.version) {
    throw new OperatorError(
      `The database has schema ${found.version} of a newer Medley, and ${own}: start the newer version, or restore ` +
        'the backup from before the upgrade.',
    );
  }
  if (found.version < schemaVersions.version) {
    throw new OperatorError(
      `The database has schema ${found.version} of an earlier Medley, and ${own}: make a backup, then run ` +
        '"npm run -s admin -- migrate" (in a container: node scripts/dist/admin/main.js migrate).',
    );
  }
}
