import { trusted, type mongo } from 'mongoose';
import { callDatabase } from './call-database';
import { KeyedGroupCommit } from './group-commit';
import type { RateLimitDocument, RateLimitModel } from './rate-limit-model';
import type { RateLimitState, RateLimitStore } from './rate-limit-store';

const MINUTE_MS = 60_000;
const DUPLICATE_KEY = 11_000;
/** Token buckets need no durability. */
const lossy = { writeConcern: { w: 1, journal: false } } as const;
const upsert = { ...lossy, upsert: true, returnDocument: 'after' } as const;

interface TokenRequest {
  cost: number;
  partial: boolean;
}

/**
 * Repository of the `rate_limits` collection: one document per token bucket, refilled and consumed in one write by the
 * database's clock. Concurrent requests for the same bucket share a write.
 */
export function createRateLimitRepository(
  model: RateLimitModel,
  buckets: mongo.Collection<RateLimitDocument>,
): RateLimitStore {
  const takers = new KeyedGroupCommit<TokenRequest, RateLimitState>((key) => {
    const { bucket, perMinute } = JSON.parse(key) as { bucket: string; perMinute: number };
    const write = async (asks: readonly TokenRequest[]): Promise<PromiseSettledResult<RateLimitState>[]> => {
      const states = await takeMany(buckets, { bucket, perMinute }, asks);
      return states.map((value) => ({ status: 'fulfilled', value }));
    };
    return { write, maxItems: Infinity, maxInFlight: 1 };
  });
  return {
    take: (bucket, { perMinute }, ask) => takers.add(JSON.stringify({ bucket, perMinute }), ask),

    async purge(before) {
      const result = await callDatabase(() => model.deleteMany({ at: trusted({ $lt: before }) }).exec());
      return result.deletedCount;
    },
  };
}

/** Take the tokens for all requests in one write and distribute them in request order. */
async function takeMany(
  buckets: mongo.Collection<RateLimitDocument>,
  { bucket, perMinute }: { bucket: string; perMinute: number },
  asks: readonly TokenRequest[],
): Promise<RateLimitState[]> {
  const wanted = asks.reduce((sum, { cost }) => sum + cost, 0);
  const { tokens, granted } = await takeFrom(buckets, bucket, takePipeline(perMinute, wanted));
  let left = granted;
  const grants = asks.map(({ cost, partial }) => {
    const grant = left >= cost ? cost : partial ? left : 0;
    left -= grant;
    return grant;
  });
  // Tokens left over by an all-or-nothing request are returned to the bucket.
  if (left > 0)
    await callDatabase(() => buckets.updateOne({ _id: bucket }, { $inc: { tokens: left } }, lossy));
  return asks.map((ask, index) => toState(grants[index] ?? 0, { tokens: tokens + left, perMinute }, ask));
}

async function takeFrom(
  buckets: mongo.Collection<RateLimitDocument>,
  bucket: string,
  pipeline: mongo.Document[],
): Promise<RateLimitDocument> {
  for (let tries = 0; ; tries += 1) {
    try {
      const document = await callDatabase(() => buckets.findOneAndUpdate({ _id: bucket }, pipeline, upsert));
      if (document) return document;
    } catch (error) {
      // Concurrent upserts of a new bucket: the retry finds the document.
      const isRace = error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
      if (!isRace || tries > 2) throw error;
    }
  }
}

function takePipeline(perMinute: number, wanted: number): mongo.Document[] {
  const elapsed = { $max: [0, { $subtract: ['$$NOW', { $ifNull: ['$at', '$$NOW'] }] }] };
  const inflow = { $multiply: [elapsed, perMinute / MINUTE_MS] };
  const filled = { $min: [perMinute, { $add: [{ $ifNull: ['$tokens', perMinute] }, inflow] }] };
  return [
    { $set: { tokens: filled, at: '$$NOW' } },
    { $set: { granted: { $max: [0, { $min: [wanted, { $floor: '$tokens' }] }] } } },
    { $set: { tokens: { $subtract: ['$tokens', '$granted'] } } },
  ];
}

function toState(
  granted: number,
  { tokens, perMinute }: { tokens: number; perMinute: number },
  { cost, partial }: TokenRequest,
): RateLimitState {
  const secondsFor = (wanted: number): number =>
    Math.max(0, Math.ceil(((wanted - tokens) * MINUTE_MS) / perMinute / 1_000));
  const allowed = granted > 0 || cost === 0;
  // A cost above the bucket's capacity is never available; then wait for the full bucket.
  const needed = partial ? 1 : Math.min(cost, perMinute);
  return {
    allowed,
    granted,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: secondsFor(perMinute),
    retryAfterSeconds: allowed ? 0 : Math.max(1, secondsFor(needed)),
  };
}
