import { Schema, type Connection, type Model } from 'mongoose';

export interface RateLimitDocument {
  /** Name of the bucket. */
  _id: string;
  /** Fractional; the next write adds the tokens refilled since `at`. */
  tokens: number;
  at: Date;
  /** Tokens granted by the last write. */
  granted: number;
}
export type RateLimitModel = Model<RateLimitDocument>;

const rateLimitSchema = new Schema(
  {
    _id: { type: String, required: true },
    tokens: { type: Number, required: true },
    at: { type: Date, required: true },
    granted: { type: Number, required: true },
  },
  { collection: 'rate_limits', strict: 'throw', id: false, versionKey: false },
);

rateLimitSchema.index({ at: 1 });

/** The model of the `rate_limits` collection on this connection. */
export function rateLimitModel(connection: Connection): RateLimitModel {
  return connection.model<RateLimitDocument>('RateLimit', rateLimitSchema);
}
