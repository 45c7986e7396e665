import type { ServerResponse } from 'node:http';
import { AppError } from '@medley/kit';
import type { RateLimitState, Stores } from '@medley/store';
import type { Caller } from './caller';
import { setRateLimitHeaders } from './rate-limit-headers';

export interface RateLimiter {
  /** Count one request. @throws AppError RATE_LIMIT_EXCEEDED */
  count(caller: Caller, response: ServerResponse): Promise<void>;
  /** Count additional cost of an accepted request: takes at most the remaining requests and never throws. */
  countExtra(caller: Caller, response: ServerResponse, cost: number): Promise<void>;
}

export function createRateLimiter(stores: Pick<Stores, 'rateLimits'>): RateLimiter {
  const take = async (
    { caller, response }: { caller: Caller; response: ServerResponse },
    ask: { cost: number; partial: boolean },
  ): Promise<RateLimitState | null> => {
    const { name: policy, requests_per_minute: perMinute } = caller.tariff;
    // A tariff without a limit has no such headers.
    if (perMinute === null) return null;
    const state = await stores.rateLimits.take(`account:${caller.accountId}`, { perMinute }, ask);
    const { remaining, resetSeconds } = state;
    setRateLimitHeaders(response, { policy, quota: perMinute, remaining, resetSeconds });
    return state;
  };
  return {
    async count(caller, response) {
      const state = await take({ caller, response }, { cost: 1, partial: false });
      if (state && !state.allowed) throw exceeded(state.retryAfterSeconds);
    },
    async countExtra(caller, response, cost) {
      if (cost > 0) await take({ caller, response }, { cost, partial: true });
    },
  };
}

function exceeded(seconds: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    `The request limit of your tariff is exceeded. Try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds, limit: 'rate' } },
  );
}
