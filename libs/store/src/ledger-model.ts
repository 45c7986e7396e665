import { Schema, type Connection, type Model, type mongo } from 'mongoose';
import type { LedgerEntry } from './stores';

/** One ledger entry; `_id` is derived from its purpose, so that writing it is idempotent. */
export type LedgerDocument = Omit<LedgerEntry, 'id'> & {
  _id: string;
  /** Of an opening entry: it is the sum of all entries of the account from before, see `createLedgerFolder`. */
  through?: Date | null;
};
export type LedgerCollection = mongo.Collection<LedgerDocument>;
export type LedgerModel = Model<LedgerDocument>;

const stepCharge = new Schema(
  { step: String, charged: Number, media_seconds: Number, characters: Number, tokens: Number },
  { _id: false, id: false },
);

const ledgerSchema = new Schema(
  {
    _id: { type: String, required: true },
    account_id: { type: String, required: true },
    task_id: { type: String, default: null },
    kind: { type: String, enum: ['opening', 'credit', 'reserve', 'settle', 'refund'], required: true },
    balance: { type: Number, required: true },
    reserved: { type: Number, required: true },
    charged: { type: Number, required: true },
    at: { type: Date, required: true },
    key_id: String,
    usage: [stepCharge],
    through: Date,
  },
  { collection: 'ledger', strict: 'throw', id: false, versionKey: false },
);

ledgerSchema.index({ account_id: 1, at: -1, _id: -1 });

/** The model of the `ledger` collection on this connection. */
export function ledgerModel(connection: Connection): LedgerModel {
  return connection.model<LedgerDocument>('Ledger', ledgerSchema);
}
