import { AppError, backoffMs, messageOf, type Logger } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';

/** No call may hang longer than this, however the link to the database behaves. */
export const CALL_MS = 5_000;

/** Server answers that mean "not now": not primary, shutting down, interrupted, write concern not met in time. */
const transientCodes = new Set<unknown>([
  6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);
/** No server, no link, no free connection. The last word of each is `Error`. */
const transientNames = new Set(
  [
    'MongoClientClosed', 'MongoNetwork', 'MongoNetworkTimeout', 'MongoNotConnected', 'MongoOperationTimeout',
    'MongoPoolCleared', 'MongoPoolClosed', 'MongoServerSelection', 'MongoTopologyClosed', 'MongoWaitQueueTimeout',
    'MongoWriteConcern', 'MongooseServerSelection',
  ].map((name) => `${name}Error`),
); // prettier-ignore

/**
 * Run one call of the database within {@link CALL_MS}.
 * @throws AppError UPSTREAM_ERROR when there is no answer; whether a write was stored is then unknown
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

/** Do something at start for as long as it takes until the database answers; other failures are thrown. */
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
  // A bulk write wraps the failure of its link: the one for many collections as the cause, the other without a code.
  if (isTransient(error.cause) || (error.name === 'MongoBulkWriteError' && code === undefined)) return true;
  // Mongoose's own "not connected, and commands are not buffered" has no name of its own.
  return error.message.includes('before initial connection');
}
