import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKey, Tariff } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { ClientAddresses } from '../traffic/client-addresses';
import type { Caller } from './caller';
import { ExpiringCache } from './expiring-cache';
import { FAILED_LOGINS_PER_MINUTE, FailedLogins } from './failed-logins';
import type { KeyUses } from './key-uses';
import { findTariff } from './find-tariff';
import { parseAuthorization } from './parse-authorization';
import { refuseUnknownKey } from './refuse-unknown-key';
import { setRateLimitHeaders } from './rate-limit-headers';
import { recordOf } from './request-record';

/** For changes of which this gateway was not told: it promises that a deactivated key is refused after 5 s. */
const CACHE_MS = 4_000;
const CACHED_KEYS_MAX = 10_000;

interface KnownKey {
  key: ApiKey;
  caller: Caller;
}

export interface Authentication {
  /**
   * Identify the caller by the headers of the request; the body is not read.
   * @throws AppError with one of the five authentication codes, or RATE_LIMIT_EXCEEDED after too many unknown keys
   */
  authenticate(request: IncomingMessage, response: ServerResponse): Promise<Caller>;
  /** Whether the key of an accepted request is still valid, for long-lived responses. */
  isStillValid(request: IncomingMessage): Promise<boolean>;
  /** Keys of the account were changed: look them up again. */
  forget(accountId: string): void;
}

interface AuthenticationOptions {
  tariffs: ReadonlyMap<string, Tariff>;
  addresses: ClientAddresses;
  uses: Pick<KeyUses, 'record'>;
}

export function createAuthentication(
  stores: Pick<Stores, 'keys' | 'accounts' | 'now'>,
  { tariffs, addresses, uses }: AuthenticationOptions,
): Authentication {
  const cache = new ExpiringCache<KnownKey | null>({ ttlMs: CACHE_MS, max: CACHED_KEYS_MAX });
  const failedLogins = new FailedLogins();
  const findKey = (request: IncomingMessage): Promise<KnownKey | null> => {
    const hash = createHash('sha256').update(parseAuthorization(request.headers.authorization)).digest('hex');
    return cache.get(hash, () => lookUp(stores, tariffs, hash));
  };

  const authenticate: Authentication['authenticate'] = async (request, response) => {
    const address = addresses.clientOf(request) ?? 'proxy';
    try {
      const known = await findKey(request);
      if (!known) throw refuseUnknownKey(failedLogins, address);
      recordOf(response).caller = known.caller;
      const refusal = refusalOf(known.key, stores.now());
      if (refusal) throw refusal;
      uses.record(known.key.id, stores.now());
      return known.caller;
    } catch (error) {
      const { remaining, resetSeconds } = failedLogins.state(address);
      setRateLimitHeaders(response, {
        policy: 'login',
        quota: FAILED_LOGINS_PER_MINUTE,
        remaining,
        resetSeconds,
      });
      throw error;
    }
  };
  return {
    authenticate,
    async isStillValid(request) {
      const known = await findKey(request);
      return known !== null && refusalOf(known.key, stores.now()) === null;
    },
    forget: (accountId) => cache.forget((known) => known?.key.account_id === accountId),
  };
}

async function lookUp(
  stores: Pick<Stores, 'keys' | 'accounts'>,
  tariffs: ReadonlyMap<string, Tariff>,
  hash: string,
): Promise<KnownKey | null> {
  const key = await stores.keys.findByHash(hash);
  const account = key && (await stores.accounts.find(key.account_id));
  if (!key || !account) return null;
  const ids = { accountId: account.id, keyId: key.id, keyLast4: key.last4, role: key.role };
  return { key, caller: { ...ids, account, tariff: findTariff(tariffs, account) } };
}

function refusalOf(key: ApiKey, now: Date): AppError | null {
  if (!key.active) return new AppError('API_KEY_INACTIVE', 'This API key has been deactivated.');
  if (key.expires_at && key.expires_at <= now) {
    return new AppError('API_KEY_EXPIRED', 'The validity period of this API key has ended.');
  }
  return null;
}
