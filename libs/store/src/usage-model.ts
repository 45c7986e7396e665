import { Schema, type Connection, type Model } from 'mongoose';
import type { UsageCell } from './usage-store';

/** The usage of an account on one day, complete once `through` of the state has reached the day. */
export interface UsageDayDocument {
  /** `<account id>/<day>`, so that days of an account are a range of the index of ids. */
  _id: string;
  cells: Omit<UsageCell, 'day'>[];
}

/** The id of the state. */
export const USAGE_STATE = 'ledger';

/** How far the days are summed; one document. */
export interface UsageStateDocument {
  _id: string;
  /** `2026-11-22`: this day and all before it are summed. */
  through: string;
}

const amount = { type: Number, required: true };
const cell = new Schema(
  {
    key_id: { type: String, default: null },
    step: { type: String, default: null },
    tasks: amount,
    charged: amount,
    media_seconds: amount,
    characters: amount,
    tokens: amount,
  },
  { _id: false, id: false },
);

const daySchema = new Schema(
  { _id: { type: String, required: true }, cells: [cell] },
  { collection: 'usage_days', strict: 'throw', id: false, versionKey: false },
);
const stateSchema = new Schema(
  { _id: { type: String, required: true }, through: { type: String, required: true } },
  { collection: 'usage_state', strict: 'throw', id: false, versionKey: false },
);

/** The model of the `usage_days` collection on this connection. */
export function usageDayModel(connection: Connection): Model<UsageDayDocument> {
  return connection.model<UsageDayDocument>('UsageDay', daySchema);
}

/** The model of the `usage_state` collection on this connection. */
export function usageStateModel(connection: Connection): Model<UsageStateDocument> {
  return connection.model<UsageStateDocument>('UsageState', stateSchema);
}
