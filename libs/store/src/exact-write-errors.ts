import { mongo } from 'mongoose';
import { RefusedWrite } from './insert-unordered';

/**
 * The errors of the writes of one `client.bulkWrite` by index. Null unless they tell the exact outcome of every other write,
 * which a lost connection or a write concern error leaves open.
 */
export function exactWriteErrors(error: unknown): ReadonlyMap<number, RefusedWrite> | null {
  const isExact =
    error instanceof mongo.MongoClientBulkWriteError &&
    error.writeConcernErrors.length === 0 &&
    error.writeErrors.size > 0 &&
    !error.cause;
  if (!isExact) return null;
  return new Map(
    [...error.writeErrors].map(([index, { code, message }]) => [index, new RefusedWrite(code, message)]),
  );
}
