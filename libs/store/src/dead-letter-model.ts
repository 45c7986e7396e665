import { Schema, type Connection, type Model } from 'mongoose';
import { deadLetterLimits } from './dead-letter-limits';
import type { StoredLetter } from './dead-letter-store';

export interface DeadLetterDocument extends Omit<StoredLetter, 'id'> {
  _id: string;
  /** Nobody else takes its retry until then. */
  taken_until: Date | null;
}
export type DeadLetterModel = Model<DeadLetterDocument>;

const date = { type: Date, default: null };
const text = { type: String, default: null };
const letterSchema = new Schema(
  {
    _id: { type: String, required: true },
    reason: { type: String, required: true },
    queue: String,
    message: text,
    task_id: text,
    step_id: text,
    count: { type: Number, required: true },
    first_at: { type: Date, required: true },
    last_at: { type: Date, required: true },
    retry_at: date,
    retry_error: text,
    taken_until: date,
  },
  { collection: 'dead_letters', strict: 'throw', id: false, versionKey: false },
);

const DAY_S = 24 * 60 * 60;
letterSchema.index({ last_at: 1 }, { expireAfterSeconds: deadLetterLimits.keptDays * DAY_S });
letterSchema.index({ last_at: -1, _id: -1 });
letterSchema.index({ retry_at: 1 });
letterSchema.index({ task_id: 1 });

/** The model of the `dead_letters` collection on this connection. */
export function deadLetterModel(connection: Connection): DeadLetterModel {
  return connection.model<DeadLetterDocument>('DeadLetter', letterSchema);
}
