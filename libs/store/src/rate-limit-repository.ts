import { trusted, type mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { RateLimitDocument, RateLimitModel } from './rate-limit-model';
import type { RateLimitState, RateLimitStore } from './stores';

const MINUTE_MS = 60_000;
const DUPLICATE_KEY = 11_000;
/** A lost token is no loss: the one write that need not be durable. */
const lossy = { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } } as const;

interface Ask {
  cost: number;
  partial: boolean;
}

/** The `rate_limits` collection: one document per bucket, refilled and taken from in one write by the database's clock. */
export function createRateLimitRepository(
  model: RateLimitModel,
  buckets: mongo.Collection<RateLimitDocument>,
): RateLimitStore {
  return {
    async take(bucket, { perMinute }, ask) {
      const document = await takeFrom(buckets, bucket, takePipeline(perMinute, ask));
      return toState(document, perMinute, ask);
    },

    async purge(before) {
      const result = await callDatabase(() => model.deleteMany({ at: trusted({ $lt: before }) }).exec());
      return result.deletedCount;
    },
  };
}

async function takeFrom(
  buckets: mongo.Collection<RateLimitDocument>,
  bucket: string,
  pipeline: mongo.Document[],
): Promise<RateLimitDocument> {
  for (let tries = 0; ; tries += 1) {
    try {
      const document = await callDatabase(() => buckets.findOneAndUpdate({ _id: bucket }, pipeline, lossy));
      if (document) return document;
    } catch (error) {
      // Two first takers of a bucket: the second one finds it at the next try.
      const isRace = error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
      if (!isRace || tries > 2) throw error;
    }
  }
}

function takePipeline(perMinute: number, { cost, partial }: Ask): mongo.Document[] {
  const elapsed = { $max: [0, { $subtract: ['$$NOW', { $ifNull: ['$at', '$$NOW'] }] }] };
  const inflow = { $multiply: [elapsed, perMinute / MINUTE_MS] };
  const filled = { $min: [perMinute, { $add: [{ $ifNull: ['$tokens', perMinute] }, inflow] }] };
  const granted = partial
    ? { $min: [cost, { $floor: '$tokens' }] }
    : { $cond: [{ $gte: ['$tokens', cost] }, cost, 0] };
  return [
    { $set: { tokens: filled, at: '$$NOW' } },
    { $set: { granted } },
    { $set: { tokens: { $subtract: ['$tokens', '$granted'] } } },
  ];
}

function toState({ tokens, granted }: RateLimitDocument, perMinute: number, ask: Ask): RateLimitState {
  const secondsFor = (wanted: number): number =>
    Math.max(0, Math.ceil(((wanted - tokens) * MINUTE_MS) / perMinute / 1_000));
  const allowed = granted > 0 || ask.cost === 0;
  return {
    allowed,
    granted,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: secondsFor(perMinute),
    // A cost above the whole bucket is never there; then the full bucket is the best to wait for.
    retryAfterSeconds: allowed ? 0 : Math.max(1, secondsFor(ask.partial ? 1 : Math.min(ask.cost, perMinute))),
  };
}
