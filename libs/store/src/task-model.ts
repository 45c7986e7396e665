import { deliveryStates, stepKinds, stepStatuses, taskStatuses, type Task } from '@medley/contracts';
import { Schema, type Connection, type Model, type mongo } from 'mongoose';
import { addTaskIndexes } from './task-indexes';

/** Document of a task: `_id` for `id`, and fields that only queries use. */
export type TaskDocument = Omit<Task, 'id'> & {
  _id: string;
  /** Start of the open delivery attempt; null when none is open. A field of its own for the index. */
  attempt_open_since: Date | null;
  /** Origin of the creating request if it had an `Idempotency-Key`; unique. */
  origin?: string;
  /** Key of the address of the webhook receiver; tasks of earlier versions do not have it. */
  receiver?: string | null;
  /** Host and port of the webhook receiver. */
  receiver_host: string | null;
  /** The command that made the last guarded update. */
  write_id?: mongo.ObjectId;
};
export type TaskCollection = mongo.Collection<TaskDocument>;
export type TaskModel = Model<TaskDocument>;

const part = { _id: false, id: false } as const;
const date = { type: Date, default: null };
const text = { type: String, default: null };

const payload = new Schema({ inline: String, blob: String, size: Number, characters: Number }, part);

const error = { code: String, message: String, retryable: Boolean };
const stepError = new Schema(error, part);
const taskError = new Schema({ ...error, step: text, attempts: Number }, part);

const step = new Schema(
  {
    id: { type: String, required: true },
    name: { type: String, enum: stepKinds, required: true },
    depends_on: [String],
    options: { type: String, required: true },
    status: { type: String, enum: stepStatuses, required: true },
    attempt: { type: Number, required: true },
    queued_at: date,
    started_at: date,
    completed_at: date,
    alive_at: date,
    worker: text,
    traceparent: String,
    not_before: date,
    awaits_turn: Boolean,
    resent: { type: Number, required: true },
    progress: { type: Number, required: true },
    output: { type: payload, default: null },
    text: { type: payload, default: null },
    media: {
      type: new Schema({ blob: String, content_type: String, size: Number, duration: Number }, part),
      default: null,
    },
    mapping: { type: payload, default: null },
    reused: Boolean,
    usage: { type: new Schema({ media_seconds: Number, characters: Number }, part), default: null },
    cost: Number,
    error: { type: stepError, default: null },
    past_attempts: {
      type: [
        new Schema(
          {
            attempt: Number,
            queued_at: date,
            started_at: date,
            completed_at: date,
            worker: text,
            traceparent: String,
            error: { type: stepError, default: null },
          },
          part,
        ),
      ],
      default: undefined,
    },
  },
  part,
);

const delivery = new Schema(
  {
    id: { type: String, required: true },
    event: { type: String, enum: ['task.completed', 'task.failed'], required: true },
    url: { type: String, required: true },
    state: { type: String, enum: deliveryStates, required: true },
    created_at: date,
    next_attempt_at: date,
    manual_requested_at: date,
    attempts: [
      new Schema(
        {
          attempt: Number,
          trigger: { type: String, enum: ['scheduled', 'manual'] },
          started_at: date,
          ended_at: date,
          status_code: Number,
          response_time_ms: Number,
          error: text,
        },
        part,
      ),
    ],
    attempts_total: Number,
    headers: String,
    body: { type: payload, default: null },
  },
  part,
);

const input = new Schema(
  {
    url: text,
    text,
    filename: text,
    language_in: String,
    language_out: String,
    prompt: text,
    template: text,
    response_schema: text,
    source_headers: String,
    webhook_headers: String,
  },
  part,
);

const taskSchema = new Schema(
  {
    _id: { type: String, required: true },
    account_id: { type: String, required: true },
    rev: { type: Number, required: true },
    status: { type: String, enum: taskStatuses, required: true },
    input: { type: input, default: null },
    steps: [step],
    progress: { type: Number, required: true },
    error: { type: taskError, default: null },
    cost: {
      reserved: Number,
      extensions: [Number],
      wanted: Number,
      charged: Number,
      settled: Boolean,
      max: Number,
    },
    stored_bytes: Number,
    storage_bytes_max: Number,
    batch_id: text,
    upload_id: text,
    key_id: text,
    request_id: String,
    traceparent: String,
    retry_of: text,
    outputs: { type: [String], default: null },
    metadata: { type: [new Schema({ key: String, value: String }, part)], default: null },
    webhook_url: text,
    delivery: { type: delivery, default: null },
    ttl: { type: Number, required: true },
    expires_at: { type: Date, required: true },
    purged_at: date,
    cancel_requested_at: date,
    delete_requested_at: date,
    deadline_at: { type: Date, required: true },
    events: [new Schema({ seq: Number, type: String, at: Date, step_id: text, attempt: Number }, part)],
    wake_at: date,
    turn_kinds: { type: [String], default: null },
    turn_since: date,
    turn_weight: Number,
    created_at: { type: Date, required: true },
    updated_at: { type: Date, required: true },
    completed_at: date,
    attempt_open_since: date,
    receiver: text,
    receiver_host: text,
    origin: String,
    write_id: Schema.Types.ObjectId,
  },
  { collection: 'tasks', strict: 'throw', id: false, versionKey: false },
);

addTaskIndexes(taskSchema);

/** The model of the `tasks` collection on this connection. */
export function taskModel(connection: Connection): TaskModel {
  return connection.model<TaskDocument>('Task', taskSchema);
}
