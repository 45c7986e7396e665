import { Schema, type Connection, type Model } from 'mongoose';

export interface LeaseDocument {
  /** What the lease is for. */
  _id: string;
  /** The process that has it. */
  holder: string;
  until: Date;
}
export type LeaseModel = Model<LeaseDocument>;

const leaseSchema = new Schema(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
  },
  { collection: 'leases', strict: 'throw', id: false, versionKey: false },
);

/** The model of the `leases` collection on this connection. */
export function leaseModel(connection: Connection): LeaseModel {
  return connection.model<LeaseDocument>('Lease', leaseSchema);
}
