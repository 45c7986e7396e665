import { Schema, type Connection, type Model } from 'mongoose';

export interface IdempotencyDocument {
  /** `<account id>/<key>`; an account id has a fixed length, so this is unambiguous. */
  _id: string;
  request_hash: string;
  /** Origin under which the objects created by the request are stored; the same for all retries of the request. */
  origin: string;
  /** JSON text of the stored response; null while the first request runs. */
  response: string | null;
  /** The request ended without a response to replay: a retry may begin at once. */
  abandoned: boolean;
  begun_at: Date;
}
export type IdempotencyModel = Model<IdempotencyDocument>;

const idempotencySchema = new Schema(
  {
    _id: { type: String, required: true },
    request_hash: { type: String, required: true },
    origin: { type: String, required: true },
    response: { type: String, default: null },
    abandoned: { type: Boolean, required: true },
    begun_at: { type: Date, required: true },
  },
  { collection: 'idempotency', strict: 'throw', id: false, versionKey: false },
);

idempotencySchema.index({ begun_at: 1 });

/** The model of the `idempotency` collection on this connection. */
export function idempotencyModel(connection: Connection): IdempotencyModel {
  return connection.model<IdempotencyDocument>('Idempotency', idempotencySchema);
}
