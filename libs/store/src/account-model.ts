import { Schema, type Connection, type Model, type mongo } from 'mongoose';
import type { LedgerEntry } from './stores';

/** A movement the totals already hold and the ledger perhaps not yet. */
export type Movement = Omit<LedgerEntry, 'account_id'>;

/** Capacity for the result of one attempt of a step. */
export interface StorageHold {
  id: string;
  task_id: string;
  step_id: string;
  attempt: number;
  bytes: number;
}

export interface AccountDocument {
  _id: string;
  name: string;
  tariff: string;
  /** Units, all three. */
  balance: number;
  reserved: number;
  charged: number;
  /** Goes up with every settlement and refund, so that no two of them can decide on the same state. */
  settle_rev: number;
  /** Tasks between their reservation and their settlement or refund. Absent until it is counted, see `recountUnfinished`. */
  unfinished?: number | null;
  /** Set while the account is being removed: it gets nothing new. */
  erasing_at?: Date;
  /** Own pipeline templates. Absent until they are counted, see `PipelineCount`. */
  pipelines?: number | null;
  /** When `pipelines` was last changed. */
  pipelines_at?: Date | null;
  /** Bytes of the blob store: those of its tasks when they were last summed up, and of all `storage_holds`. */
  stored_bytes?: number;
  /** Goes up with every change of the two. */
  storage_rev?: number;
  /** Results that were given capacity since then; their tasks may know of them or not. */
  storage_holds?: StorageHold[];
  /** On their way to the ledger; short-lived. */
  movements: Movement[];
  /** Sealed webhook secrets, newest first. */
  secrets: string[];
  created_at: Date;
}
export type AccountCollection = mongo.Collection<AccountDocument>;
export type AccountModel = Model<AccountDocument>;

const movement = new Schema(
  {
    id: { type: String, required: true },
    task_id: { type: String, default: null },
    kind: { type: String, enum: ['opening', 'credit', 'reserve', 'settle', 'refund'], required: true },
    balance: { type: Number, required: true },
    reserved: { type: Number, required: true },
    charged: { type: Number, required: true },
    at: { type: Date, required: true },
  },
  { _id: false, id: false },
);

const accountSchema = new Schema(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    tariff: { type: String, required: true },
    balance: { type: Number, required: true },
    reserved: { type: Number, required: true },
    charged: { type: Number, required: true },
    settle_rev: { type: Number, required: true },
    erasing_at: Date,
    unfinished: Number,
    pipelines: Number,
    pipelines_at: Date,
    stored_bytes: Number,
    storage_rev: Number,
    storage_holds: [
      new Schema(
        { id: String, task_id: String, step_id: String, attempt: Number, bytes: Number },
        { _id: false, id: false },
      ),
    ],
    movements: [movement],
    secrets: [String],
    created_at: { type: Date, required: true },
  },
  { collection: 'accounts', strict: 'throw', id: false, versionKey: false },
);

accountSchema.index({ created_at: 1, _id: 1 });
// Sparse leaves out accounts without movements: finding what a crash left costs nothing in quiet times.
accountSchema.index({ 'movements.at': 1 }, { sparse: true });

/** The model of the `accounts` collection on this connection. */
export function accountModel(connection: Connection): AccountModel {
  return connection.model<AccountDocument>('Account', accountSchema);
}
