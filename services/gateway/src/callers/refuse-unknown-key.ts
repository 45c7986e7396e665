import { AppError } from '@medley/kit';
import type { FailedLogins } from './failed-logins';

/** Count a request with an unknown key; its refusal says when there were too many. */
export function refuseUnknownKey(failedLogins: FailedLogins, address: string): AppError {
  if (failedLogins.record(address)) return new AppError('INVALID_API_KEY', 'This API key does not exist.');
  const retryAfterSeconds = failedLogins.state(address).resetSeconds;
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    `Too many requests with unknown keys. Try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds, limit: 'unknown_keys' } },
  );
}
