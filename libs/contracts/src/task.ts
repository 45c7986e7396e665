import type { MediaRef, Payload, StepUsage } from './payloads';
import type { StepKind } from './step-kinds';
import type { DeliveryState, StepStatus, TaskStatus } from './statuses';

/** Input of a task. `response_schema` is JSON text, so that keys chosen by clients never become document fields. */
export interface TaskInput {
  url: string | null;
  text: string | null;
  filename: string | null;
  language_in: string;
  language_out: string;
  prompt: string | null;
  template: string | null;
  response_schema: string | null;
  /** Sealed headers for the origin of `url` and for the webhook, see `HeaderSealer`; absent: none. */
  source_headers?: string;
  webhook_headers?: string;
}

export interface StepError {
  code: string;
  message: string;
  retryable: boolean;
}

/** An attempt that was followed by another one. */
export interface StepAttempt {
  attempt: number;
  queued_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  worker: string | null;
  error: StepError | null;
  /** W3C trace context; absent: the attempt was not traced. */
  traceparent?: string;
}

export interface TaskStep {
  id: string;
  name: StepKind;
  depends_on: string[];
  /** JSON text of the options as the client sent them. */
  options: string;
  status: StepStatus;
  /** 1 from the first dispatch on; 0 while waiting. */
  attempt: number;
  /** When this attempt was last published to its queue. */
  queued_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  /** Last heartbeat of a running attempt. */
  alive_at: Date | null;
  /** Instance of the worker that runs this attempt, as far as it is known; absent in documents of earlier versions. */
  worker?: string | null;
  /** W3C trace context of this attempt, else of the one before; absent: not traced. */
  traceparent?: string;
  /** Earliest time of the next attempt, during the retry backoff. */
  not_before: Date | null;
  /** The step is queued but not published: it awaits the turn of its account. Absent in documents of earlier versions. */
  awaits_turn?: boolean;
  /** How often this attempt was requeued because no worker claimed it. */
  resent: number;
  progress: number;
  /** JSON text of the kind's output type, inline or in the blob store. */
  output: Payload | null;
  /** Text for dependent steps, when the output has one. */
  text: Payload | null;
  media: MediaRef | null;
  /** Encrypted mapping of a reversible depersonalization (base64). */
  mapping: Payload | null;
  usage: StepUsage | null;
  /** Units for the completed step; absent before, and in documents of earlier versions. */
  cost?: number | null;
  error: StepError | null;
  /** The attempts before this one; absent when there was none, and in documents of earlier versions. */
  past_attempts?: StepAttempt[];
  /** The result is that of the retried task; nothing was run or charged. Absent: false. */
  reused?: boolean;
}

export interface TaskError {
  code: string;
  message: string;
  step: string | null;
  retryable: boolean;
  attempts: number;
}

/** Money in units (1 credit = 10,000). `settled` once the account has been charged and the rest returned. */
export interface TaskCost {
  /** Total reservation, extensions included. */
  reserved: number;
  /** Extensions of the reservation after creation, in order. */
  extensions: number[];
  /** The extension requested and not granted yet; no step is queued meanwhile. */
  wanted: number | null;
  /** The most the task may cost; null: no limit. Absent in documents of earlier versions. */
  max?: number | null;
  charged: number;
  settled: boolean;
}

export interface DeliveryAttempt {
  attempt: number;
  trigger: 'scheduled' | 'manual';
  started_at: Date;
  /** Null while the attempt is open: the request may be in flight. */
  ended_at: Date | null;
  status_code: number | null;
  response_time_ms: number | null;
  error: string | null;
}

export interface Delivery {
  id: string;
  event: 'task.completed' | 'task.failed';
  url: string;
  state: DeliveryState;
  created_at: Date;
  next_attempt_at: Date | null;
  /** When the owner requested a redelivery that has not begun yet. */
  manual_requested_at: Date | null;
  /** All scheduled attempts and the newest manual ones. */
  attempts: DeliveryAttempt[];
  /** Number of attempts so far, including dropped ones; absent in documents of older versions, which kept all. */
  attempts_total?: number;
  /** Sealed headers for the address `url`; absent: none. */
  headers?: string;
  /** The request body of every attempt; serialized at the first one. */
  body: Payload | null;
}

/** Number of attempts begun; the next attempt has the following number. */
export function attemptsTotal({ attempts, attempts_total }: Delivery): number {
  return attempts_total ?? attempts.length;
}

/** Types of the durable events of a task: the part of its event stream that can be replayed. */
export const durableEventTypes = [
  'step.queued',
  'step.started',
  'step.completed',
  'step.failed',
  'step.retrying',
  'task.completed',
  'task.failed',
] as const;
export type DurableEventType = (typeof durableEventTypes)[number];

export interface TaskEvent {
  /** 1, 2, 3 … within the task. */
  seq: number;
  type: DurableEventType;
  at: Date;
  step_id: string | null;
  attempt: number | null;
}

/** State of a task, its pending messages and its delivery in one document. Every change is one write guarded by `rev`. */
export interface Task {
  id: string;
  account_id: string;
  rev: number;
  status: TaskStatus;
  /** Null once purged. */
  input: TaskInput | null;
  steps: TaskStep[];
  progress: number;
  error: TaskError | null;
  cost: TaskCost;
  /** Bytes in the blob store used by the results of its steps. */
  stored_bytes: number;
  /** Storage limit of its account in bytes, by the tariff at creation; null: no limit. */
  storage_bytes_max: number | null;
  /** Of the request `POST /tasks/batch` that created it; absent or null: none. */
  batch_id?: string | null;
  /** Of the upload that `input.url` names; absent or null: none. */
  upload_id?: string | null;
  /** The API key that created it; absent or null: unknown. */
  key_id?: string | null;
  /** `X-Request-Id` of the request that created it; absent in documents of earlier versions. */
  request_id?: string;
  /** W3C trace context of the request that created it; absent: it belongs to no trace. */
  traceparent?: string;
  /** The task of which this one is a retry; absent or null: none. */
  retry_of?: string | null;
  /** Ids of the steps whose outputs leave the service; null: all. Absent in documents of earlier versions. */
  outputs?: string[] | null;
  metadata: { key: string; value: string }[] | null;
  webhook_url: string | null;
  delivery: Delivery | null;
  /** Hours. */
  ttl: number;
  expires_at: Date;
  purged_at: Date | null;
  cancel_requested_at: Date | null;
  delete_requested_at: Date | null;
  deadline_at: Date;
  events: TaskEvent[];
  /** When the orchestrator's timer fires for this task; null when nothing is left to do. */
  wake_at: Date | null;
  /** Kinds of the steps that await a turn, and since when; null: none does. Absent in documents of earlier versions. */
  turn_kinds?: StepKind[] | null;
  turn_since?: Date | null;
  /** `turn_weight` of the tariff at creation; absent: 1. */
  turn_weight?: number;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

/** Fields of a step in a listing; `options` is null where they are too long. */
export type ListedStep = Pick<
  TaskStep,
  | 'id'
  | 'name'
  | 'depends_on'
  | 'status'
  | 'attempt'
  | 'queued_at'
  | 'started_at'
  | 'completed_at'
  | 'worker'
  | 'usage'
  | 'cost'
  | 'error'
  | 'past_attempts'
  | 'reused'
> & { options: string | null };

/** Fields of a task in a listing, without input and outputs; of outputs only the size. */
export type ListedTask = Pick<
  Task,
  | 'id'
  | 'status'
  | 'progress'
  | 'error'
  | 'cost'
  | 'batch_id'
  | 'retry_of'
  | 'outputs'
  | 'metadata'
  | 'webhook_url'
  | 'expires_at'
  | 'purged_at'
  | 'delete_requested_at'
  | 'created_at'
  | 'updated_at'
  | 'completed_at'
> & {
  filename: string | null;
  steps: ListedStep[];
  /** Total bytes of all outputs that are given out, as JSON. */
  output_bytes: number;
};
