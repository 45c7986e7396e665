import type { RotationProgress } from './master-key-store';
import { Schema, type Connection, type Model, type mongo } from 'mongoose';

/** A fact about the database itself, see {@link checkSchema}, {@link checkMasterKey} and {@link createFactRepository}. */
export interface MetaDocument {
  _id: 'schema' | 'master-key' | 'first-account';
  /** Of `schema`: the version of the data, and the lowest version of the code that may use it. */
  version?: number;
  min_version?: number;
  /** Of `master-key`: what is derived from the key, to recognize it. */
  fingerprint?: string;
  /** Of `master-key`: the fingerprint of the key before, after a rotation. */
  previous?: string;
  /** Of `master-key`: the fingerprint of the key that seals, during a rotation. */
  next?: string;
  /** Of `master-key`: the progress of the rotation, or of the last one. */
  rotation?: RotationProgress;
  /** Of `master-key`: the key of the hashes of API keys, sealed; absent: derived from the master key itself. */
  api_keys?: string;
  /** Of `first-account`. */
  account_id?: string;
  /** Of `first-account`: the name of the file in DATA_DIR that holds its key. */
  file?: string;
}
export type MetaCollection = mongo.Collection<MetaDocument>;
type MetaModel = Model<MetaDocument>;

const metaSchema = new Schema(
  {
    _id: { type: String, required: true },
    version: Number,
    min_version: Number,
    fingerprint: String,
    previous: String,
    next: String,
    rotation: Object,
    api_keys: String,
    account_id: String,
    file: String,
  },
  { collection: 'meta', strict: 'throw', id: false, versionKey: false },
);

/** The model of the `meta` collection on this connection. */
export function metaModel(connection: Connection): MetaModel {
  return connection.model<MetaDocument>('Meta', metaSchema);
}
