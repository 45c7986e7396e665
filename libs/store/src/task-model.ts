import { deliveryStates, stepKinds, stepStatuses, taskStatuses, type Task } from '@medley/contracts';
import { Schema, type Connection, type Model, type mongo } from 'mongoose';

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
};
export type TaskCollection = mongo.Collection<TaskDocument>;
export type TaskModel = Model<TaskDocument>;

/** Earlier than every stored date: `$gt: EPOCH` in a query means "is set" and matches the partial indexes. */
export const EPOCH = new Date(0);

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
  },
  { collection: 'tasks', strict: 'throw', id: false, versionKey: false },
);

taskSchema.index({ account_id: 1, created_at: -1, _id: -1 });
taskSchema.index({ account_id: 1, status: 1, created_at: -1, _id: -1 });
// For the events of an account since a moment.
taskSchema.index({ account_id: 1, updated_at: 1 });
// For the filters of listings.
taskSchema.index({ account_id: 1, 'steps.name': 1, created_at: -1, _id: -1 });
taskSchema.index({ account_id: 1, 'metadata.key': 1, 'metadata.value': 1, created_at: -1, _id: -1 });
taskSchema.index({ account_id: 1, _id: 1, created_at: -1 });
taskSchema.index(
  { account_id: 1, 'input.filename': 1, created_at: -1, _id: -1 },
  { partialFilterExpression: { 'input.filename': { $gt: '' } } },
);
taskSchema.index({ origin: 1 }, { unique: true, partialFilterExpression: { origin: { $exists: true } } });
// For the deletion of tasks after their retention.
taskSchema.index({ completed_at: 1 }, { partialFilterExpression: { completed_at: { $gt: EPOCH } } });
// For the recount of unfinished tasks.
taskSchema.index({ account_id: 1, _id: 1 }, { partialFilterExpression: { 'cost.settled': false } });
for (const [due, ...more] of [
  ['wake_at'],
  // Holds everything that the query for due deliveries returns, so that it reads no documents.
  ['delivery.next_attempt_at', '_id', 'account_id', 'receiver', 'receiver_host'],
  ['attempt_open_since'],
] as const) {
  const fields = [due, ...more].map((field) => [field, 1] as const);
  taskSchema.index(Object.fromEntries(fields), { partialFilterExpression: { [due]: { $gt: EPOCH } } });
}

// For the tasks of a batch, the retries of a task and the tasks that use an upload; others are not indexed.
for (const group of ['batch_id', 'retry_of', 'upload_id'] as const) {
  const isSet = { partialFilterExpression: { [group]: { $gt: '' } } };
  taskSchema.index({ [group]: 1, created_at: -1, _id: -1 }, isSet);
}

// For the turns of accounts, oldest step first.
taskSchema.index(
  { turn_kinds: 1, account_id: 1, turn_since: 1 },
  { partialFilterExpression: { turn_since: { $gt: EPOCH } } },
);

// For the deliveries of an account, newest first, and one of them by its id.
const sent = { partialFilterExpression: { 'delivery.created_at': { $gt: EPOCH } } };
taskSchema.index({ account_id: 1, 'delivery.state': 1, 'delivery.created_at': -1, 'delivery.id': -1 }, sent);
taskSchema.index({ account_id: 1, 'delivery.id': 1 }, sent);

// For the storage recount of an account; tasks without blobs are not indexed.
const hasBlobs = { partialFilterExpression: { stored_bytes: { $gt: 0 } } };
taskSchema.index({ account_id: 1, stored_bytes: 1 }, hasBlobs);

/** The model of the `tasks` collection on this connection. */
export function taskModel(connection: Connection): TaskModel {
  return connection.model<TaskDocument>('Task', taskSchema);
}
