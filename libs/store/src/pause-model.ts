import { Schema, type Connection, type Model } from 'mongoose';

export interface PauseDocument {
  /** The kind of step. */
  _id: string;
  paused_at: Date;
}
export type PauseModel = Model<PauseDocument>;

const pauseSchema = new Schema(
  { _id: { type: String, required: true }, paused_at: { type: Date, required: true } },
  { collection: 'paused_kinds', strict: 'throw', id: false, versionKey: false },
);

/** The model of the `paused_kinds` collection on this connection. */
export function pauseModel(connection: Connection): PauseModel {
  return connection.model<PauseDocument>('PausedKind', pauseSchema);
}
