import type { KeyRole } from '@medley/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

export interface KeyDocument {
  _id: string;
  account_id: string;
  name?: string | null;
  /** Absent: a key of an earlier version, an owner's. */
  role?: KeyRole;
  /** HMAC of the key's SHA-256, so that a stolen database alone cannot verify guessed keys. */
  hash: string;
  last4: string;
  active: boolean;
  expires_at: Date | null;
  last_used_at?: Date | null;
  /** Set by a change that would take an owner key away, see `retireOwnerKey`. */
  retiring?: string | null;
  created_at: Date;
}
export type KeyModel = Model<KeyDocument>;

const keySchema = new Schema(
  {
    _id: { type: String, required: true },
    account_id: { type: String, required: true },
    name: String,
    role: String,
    hash: { type: String, required: true },
    last4: { type: String, required: true },
    active: { type: Boolean, required: true },
    expires_at: { type: Date, default: null },
    last_used_at: Date,
    retiring: String,
    created_at: { type: Date, required: true },
  },
  { collection: 'keys', strict: 'throw', id: false, versionKey: false },
);

keySchema.index({ hash: 1 }, { unique: true });
keySchema.index({ account_id: 1, created_at: -1, _id: -1 });

/** The model of the `keys` collection on this connection. */
export function keyModel(connection: Connection): KeyModel {
  return connection.model<KeyDocument>('Key', keySchema);
}
