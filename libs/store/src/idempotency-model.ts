import { Schema, type Connection, type Model } from 'mongoose';

export interface IdempotencyDocument {
  /** `<account id>/<key>`; an account id has a fixed length, so this is unambiguous. */
  _id: string;
  request_hash: string;
  /** JSON text of the stored answer; null while the first request runs. */
  response: string | null;
  begun_at: Date;
}
export type IdempotencyModel = Model<IdempotencyDocument>;

const idempotencySchema = new Schema(
  {
    _id: { type: String, required: true },
    request_hash: { type: String, required: true },
    response: { type: String, default: null },
    begun_at: { type: Date, required: true },
  },
  { collection: 'idempotency', strict: 'throw', id: false, versionKey: false },
);

idempotencySchema.index({ begun_at: 1 });

/** The model of the `idempotency` collection on this connection. */
export function idempotencyModel(connection: Connection): IdempotencyModel {
  return connection.model<IdempotencyDocument>('Idempotency', idempotencySchema);
}
