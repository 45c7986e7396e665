import { callDatabase } from './call-database';
import type { Mongo } from './connect-mongo';

/** Timeout for building an index over many documents. */
const INDEX_MS = 600_000;

/** Build the missing indexes of all models of a connection. Idempotent; several processes may do it at once. */
export async function createIndexes({ connection }: Mongo): Promise<void> {
  for (const model of Object.values(connection.models)) {
    await callDatabase(() => model.createIndexes(), INDEX_MS);
  }
}
