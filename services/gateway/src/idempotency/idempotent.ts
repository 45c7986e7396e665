import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { IdempotencyRecord, IdempotencyStore, RequestOrigin } from '@medley/store';
import { renderResponse, type ApiResponse, type RenderedResponse } from '../http/response';
import type { Call } from '../http/route';
import { validationError } from '../validation/validation-error';
import { replayUnchanged, type ReplayPolicy } from './replay-policy';

/** What the support of keys needs of a call. */
interface KeyedCall extends Pick<Call, 'header' | 'fingerprint'> {
  caller: Pick<Call['caller'], 'accountId'>;
}

type CreatingHandler<C> = (call: C & Pick<Call, 'origin'>) => Promise<ApiResponse>;

interface KeyedRequest {
  accountId: string;
  key: string;
  /** Fingerprint of the request. */
  hash: string;
}

interface IdempotencyOptions<C> {
  /** The response for the resource that an interrupted attempt created, or null. */
  recover?: (call: C, origin: RequestOrigin) => Promise<ApiResponse | null>;
  replayPolicy?: ReplayPolicy;
}

/** How long to wait for a running request with the same key. */
const WAIT_MS = 10_000;
const POLL_MS = 100;

/** Add `Idempotency-Key` support to a handler: requests with equal key and body create once and get the same response. */
export function idempotent<C extends KeyedCall>(
  store: IdempotencyStore,
  handle: CreatingHandler<C>,
  { recover, replayPolicy = replayUnchanged }: IdempotencyOptions<C> = {},
): (call: C) => Promise<ApiResponse | RenderedResponse> {
  return async (call) => {
    const key = call.header('Idempotency-Key');
    if (key === undefined) return handle({ ...call, origin: null });
    const request = { accountId: call.caller.accountId, key: checkKey(key), hash: call.fingerprint() };
    const begun = await begin(store, request);
    if ('claim' in begun) {
      return runOnce({ store, replayPolicy }, request, () => handle({ ...call, origin: begun.claim }));
    }
    const { response, origin } = begun.record;
    if (response) return replay(await replayPolicy.restore(response));
    const recovered = await recover?.(call, { id: origin, repeated: true });
    if (recovered) return recovered;
    throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still running.');
  };
}

function checkKey(key: string): string {
  if (key.length >= 1 && key.length <= limits.idempotencyKeyMax) return key;
  const message = `must have 1 to ${limits.idempotencyKeyMax} characters`;
  throw validationError([{ field: 'Idempotency-Key', message }]);
}

/** Claim the key, or return its record: finished, or still running after the wait. */
async function begin(
  store: IdempotencyStore,
  request: KeyedRequest,
): Promise<{ claim: RequestOrigin } | { record: IdempotencyRecord }> {
  const waitUntil = performance.now() + WAIT_MS;
  for (;;) {
    const begun = await store.begin(request.accountId, request.key, request.hash);
    if ('claim' in begun) return begun;
    const { record } = begun;
    if (record.request_hash !== request.hash) {
      throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.');
    }
    if (record.response !== null || performance.now() >= waitUntil) return begun;
    await pause(POLL_MS);
  }
}

/** Run the handler and store its response; a failed request releases its key. */
async function runOnce(
  { store, replayPolicy }: { store: IdempotencyStore; replayPolicy: ReplayPolicy },
  { accountId, key }: KeyedRequest,
  run: () => Promise<ApiResponse>,
): Promise<RenderedResponse> {
  let response: ApiResponse;
  let rendered: RenderedResponse;
  try {
    response = await run();
    rendered = renderResponse(response);
  } catch (error) {
    // Best effort, as below: an unfinished record can be claimed again after a minute.
    await store.abandon(accountId, key).catch(() => undefined);
    throw error;
  }
  const stored = replayPolicy.redact(rendered, response.content);
  await store.finish(accountId, key, stored).catch(() => undefined);
  return rendered;
}

function replay(stored: RenderedResponse): RenderedResponse {
  return { ...stored, headers: { ...stored.headers, 'Idempotency-Replayed': 'true' } };
}
