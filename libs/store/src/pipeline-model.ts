import { Schema, type Connection, type Model } from 'mongoose';

export interface PipelineDocument {
  _id: string;
  /** Null for a system template. */
  account_id: string | null;
  name: string;
  description: string | null;
  /** JSON text of the steps, so that option keys chosen by users never become document fields. */
  steps: string;
  /** Ids of the steps whose outputs tasks give out; null or absent: all. */
  outputs?: string[] | null;
  /** Position among the system templates; 0 for own ones. */
  position: number;
  /** Origin of the creating request if it had an `Idempotency-Key`; unique. */
  origin?: string;
  created_at: Date;
  updated_at: Date;
}
export type PipelineModel = Model<PipelineDocument>;

const pipelineSchema = new Schema(
  {
    _id: { type: String, required: true },
    account_id: { type: String, default: null },
    name: { type: String, required: true },
    description: { type: String, default: null },
    steps: { type: String, required: true },
    outputs: { type: [String], default: null },
    position: { type: Number, default: 0 },
    origin: String,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
  },
  { collection: 'pipelines', strict: 'throw', id: false, versionKey: false },
);

// One index serves both orders: own templates all have position 0.
pipelineSchema.index({ account_id: 1, position: 1, created_at: -1, _id: -1 });

pipelineSchema.index({ origin: 1 }, { unique: true, partialFilterExpression: { origin: { $exists: true } } });

/** The model of the `pipelines` collection on this connection. */
export function pipelineModel(connection: Connection): PipelineModel {
  return connection.model<PipelineDocument>('Pipeline', pipelineSchema);
}
