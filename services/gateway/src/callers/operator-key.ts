import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddresses } from '../traffic/client-addresses';
import { FAILED_LOGINS_PER_MINUTE, FailedLogins } from './failed-logins';
import { parseAuthorization } from './parse-authorization';
import { setRateLimitHeaders } from './rate-limit-headers';
import { refuseUnknownKey } from './refuse-unknown-key';

/** Lets requests with the key of the operator pass; keys of accounts are unknown here. */
export interface OperatorGuard {
  /** @throws AppError with an authentication code, or RATE_LIMIT_EXCEEDED after too many unknown keys */
  authenticate(request: IncomingMessage, response: ServerResponse): void;
}

export function createOperatorGuard(key: string, addresses: ClientAddresses): OperatorGuard {
  const wanted = digestOf(key);
  const failedLogins = new FailedLogins();
  return {
    authenticate(request, response) {
      const address = addresses.clientOf(request) ?? 'proxy';
      try {
        const given = digestOf(parseAuthorization(request.headers.authorization));
        // Digests are equally long, so that the comparison tells nothing about the key, its length included.
        if (!timingSafeEqual(given, wanted)) throw refuseUnknownKey(failedLogins, address);
      } catch (error) {
        const { remaining, resetSeconds } = failedLogins.state(address);
        const quota = FAILED_LOGINS_PER_MINUTE;
        setRateLimitHeaders(response, { policy: 'login', quota, remaining, resetSeconds });
        throw error;
      }
    },
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
