import type { IdempotencyStore } from '@medley/store';
import type { Seeds } from './seeds';

export interface KeyedRequest {
  accountId: string;
  key: string;
  /** What makes two requests the same. */
  hash: string;
}

/** No header can hold a line break: these records never meet a client's key. */
const attemptKey = (key: string, attempt: number): string => `${key}\n${attempt}`;
const CLAIMED = { status: 0, headers: {}, body: '' };

function seedOf({ accountId, key, hash }: KeyedRequest, attempt: number): string {
  return JSON.stringify([accountId, key, hash, attempt]);
}

function seedsUpTo(request: KeyedRequest, attempt: number): Seeds {
  const earlier = Array.from({ length: attempt }, (_, index) => seedOf(request, index));
  return { current: seedOf(request, attempt), earlier };
}

/** Take the next attempt number of a keyed request for good, and with it the ids that follow from it. */
export async function claimAttempt(store: IdempotencyStore, request: KeyedRequest): Promise<Seeds> {
  for (let attempt = 0; ; attempt += 1) {
    const key = attemptKey(request.key, attempt);
    if ((await store.begin(request.accountId, key, request.hash)) === null) {
      await store.finish(request.accountId, key, CLAIMED);
      return seedsUpTo(request, attempt);
    }
  }
}

/** The seeds of the attempts that were claimed so far; only `earlier` means anything. */
export async function claimedAttempts(store: IdempotencyStore, request: KeyedRequest): Promise<Seeds> {
  let attempt = 0;
  while ((await store.find(request.accountId, attemptKey(request.key, attempt))) !== null) attempt += 1;
  return seedsUpTo(request, attempt);
}
