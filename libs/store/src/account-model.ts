import { Schema, type Connection, type Model, type mongo } from 'mongoose';
import type { Budgets } from './key-budget';
import type { LedgerEntry } from './stores';

/** A ledger entry that is included in the account's totals but perhaps not written to the ledger yet. */
export type Movement = Omit<LedgerEntry, 'account_id'> & {
  /** Of a settlement in the command that stores its task: it is void if the task was not stored. */
  with_task?: true;
};

/** Storage reserved for the result of one attempt of a step. */
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
  /** Revision raised by every settlement, refund and extension, for optimistic concurrency control. */
  settle_rev: number;
  /** Number of tasks between reservation and settlement or refund. Absent until counted, see `recountUnfinished`. */
  unfinished?: number | null;
  /** Set while the account is being erased: it accepts no new tasks and templates. */
  erasing_at?: Date;
  /** Set by an operator: it may begin no new work. */
  suspended_at?: Date | null;
  /** Number of its pipeline templates. Absent until counted, see `PipelineCount`. */
  pipelines?: number | null;
  /** When `pipelines` was last changed. */
  pipelines_at?: Date | null;
  /** Bytes in the blob store: those of its tasks at the last recount, plus all `storage_holds`. */
  stored_bytes?: number;
  /** Revision raised by every change of `stored_bytes` and `storage_holds`. */
  storage_rev?: number;
  /** Storage reserved since the last recount; the results may or may not be stored in their tasks yet. */
  storage_holds?: StorageHold[];
  /** Outbox of ledger entries; short-lived. */
  movements: Movement[];
  /** Sealed webhook secrets, newest first. */
  secrets: string[];
  /** When the older secret ends; absent: with the next rotation. */
  old_secret_until?: Date | null;
  /** Budgets of keys; absent when no key has one. */
  budgets?: Budgets;
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
    key_id: String,
    usage: { type: [Object], default: undefined },
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
    suspended_at: Date,
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
    old_secret_until: Date,
    budgets: Object,
    created_at: { type: Date, required: true },
  },
  { collection: 'accounts', strict: 'throw', id: false, versionKey: false },
);

accountSchema.index({ created_at: 1, _id: 1 });
// Sparse: accounts without movements are not indexed, so the search for leftovers of a crash is cheap.
accountSchema.index({ 'movements.at': 1 }, { sparse: true });

/** The model of the `accounts` collection on this connection. */
export function accountModel(connection: Connection): AccountModel {
  return connection.model<AccountDocument>('Account', accountSchema);
}
