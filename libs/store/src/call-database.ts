import { AppError } from '@medley/kit';

/** No call may hang longer than this, however the link to the database behaves. */
export const CALL_MS = 5_000;

/** Server answers that mean "not now": not primary, shutting down, interrupted, write concern not met in time. */
const passingCodes = new Set([6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const passingNames =
  /^Mongo(ServerSelection|Network|NetworkTimeout|NotConnected|TopologyClosed|PoolCleared|WaitQueueTimeout|WriteConcern|oseServerSelection|ClientClosed)/;

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
    throw isPassing(error) ? unavailable(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('UPSTREAM_ERROR', 'the database does not answer', { retryable: true, cause });
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'number' && passingCodes.has(code)) return true;
  // Mongoose's own "not connected, and commands are not buffered" has no class of its own.
  return passingNames.test(error.name) || /before initial connection|not connected/i.test(error.message);
}
