import { Schema, type Connection, type Model } from 'mongoose';
import type { Upload } from './upload-store';

export type UploadDocument = Omit<Upload, 'id'> & { _id: string };
export type UploadModel = Model<UploadDocument>;

const uploadSchema = new Schema(
  {
    _id: { type: String, required: true },
    account_id: { type: String, required: true },
    state: { type: String, enum: ['receiving', 'complete', 'deleting'], required: true },
    bytes: { type: Number, required: true },
    offset: { type: Number, required: true },
    content_type: { type: String, default: null },
    filename: { type: String, default: null },
    sha256: { type: String, default: null },
    is_used: { type: Boolean, required: true },
    created_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { collection: 'uploads', strict: 'throw', id: false, versionKey: false },
);

uploadSchema.index({ expires_at: 1 });
// Holds what the storage recount of an account sums up.
uploadSchema.index({ account_id: 1, bytes: 1 });

/** The model of the `uploads` collection on this connection. */
export function uploadModel(connection: Connection): UploadModel {
  return connection.model<UploadDocument>('Upload', uploadSchema);
}
