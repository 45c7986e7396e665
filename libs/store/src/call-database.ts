import { AppError, backoffMs, messageOf, type Logger } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';

/** Timeout of a database call in milliseconds. */
export const CALL_MS = 5_000;

/** Transient server errors: not primary, shutting down, interrupted, write concern timed out. */
const transientCodes = new Set<unknown>([
  6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);
/** Transient driver errors: no server, connection lost, no free connection. The suffix `Error` is appended. */
const transientNames = new Set(
  [
    'MongoClientClosed', 'MongoNetwork', 'MongoNetworkTimeout', 'MongoNotConnected', 'MongoOperationTimeout',
    'MongoPoolCleared', 'MongoPoolClosed', 'MongoServerSelection', 'MongoTopologyClosed', 'MongoWaitQueueTimeout',
    'MongoWriteConcern', 'MongooseServerSelection',
  ].map((name) => `${name}Error`),
); // prettier-ignore

/**
 * Run one database call with a timeout, {@link CALL_MS} by default.
 * @throws AppError UPSTREAM_ERROR on a timeout or a transient error; whether a write was stored is then unknown
 */
export async function callDatabase<T>(call: () => PromiseLike<T>, limitMs = CALL_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([call(), tooLate]);
  } catch (error) {
    throw isTransient(error) ? unavailable(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Retry `work` with backoff, without a limit, while the database is unavailable; other errors are thrown. */
export async function retryUntilAvailable<T>(logger: Logger, work: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UPSTREAM_ERROR') throw error;
      logger.warn('the database does not answer, trying again', {
        error: messageOf(error.cause),
        count: failures,
      });
      await pause(backoffMs(failures, { firstMs: 250, maxMs: 5_000 }));
    }
  }
}

export function unavailable(cause: unknown): AppError {
  return new AppError('UPSTREAM_ERROR', 'the database does not answer', { retryable: true, cause });
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (transientCodes.has(code) || transientNames.has(error.name)) return true;
  // Bulk writes wrap a connection error: `client.bulkWrite` as the cause, `collection.bulkWrite` without a code.
  if (isTransient(error.cause) || (error.name === 'MongoBulkWriteError' && code === undefined)) return true;
  // Mongoose's error for "not connected, and commands are not buffered" has no distinct name.
  return error.message.includes('before initial connection');
}
