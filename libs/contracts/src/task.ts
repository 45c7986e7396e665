import type { MediaRef, Payload, StepUsage } from './payloads';
import type { StepKind } from './step-kinds';
import type { DeliveryState, StepStatus, TaskStatus } from './statuses';

/** What the client asked for. `response_schema` is JSON text: user-shaped JSON never becomes document structure. */
export interface TaskInput {
  url: string | null;
  text: string | null;
  filename: string | null;
  language_in: string;
  language_out: string;
  prompt: string | null;
  template: string | null;
  response_schema: string | null;
}

export interface StepError {
  code: string;
  message: string;
  retryable: boolean;
}

export interface TaskStep {
  id: string;
  name: StepKind;
  depends_on: string[];
  /** JSON text of the options as the client gave them. */
  options: string;
  status: StepStatus;
  /** 1 from the first dispatch on; 0 while waiting. */
  attempt: number;
  /** When this attempt was last handed to the broker. */
  queued_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  /** Last sign of life of a running attempt. */
  alive_at: Date | null;
  /** A retry waits until then. */
  not_before: Date | null;
  /** How often this attempt was sent again without a sign of life. */
  resent: number;
  progress: number;
  /** JSON text of the kind's output type, inline or in the blob store. */
  output: Payload | null;
  /** Text for the steps below, when the output has one. */
  text: Payload | null;
  media: MediaRef | null;
  /** Encrypted mapping of a reversible depersonalization (base64). */
  mapping: Payload | null;
  usage: StepUsage | null;
  error: StepError | null;
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
  /** In all, extensions included. */
  reserved: number;
  /** Set aside after creation, when a length became known, in order. */
  extensions: number[];
  /** The next extension, asked for and not granted yet; no step is queued meanwhile. */
  wanted: number | null;
  charged: number;
  settled: boolean;
}

export interface DeliveryAttempt {
  attempt: number;
  trigger: 'scheduled' | 'manual';
  started_at: Date;
  /** Null while open: the request may be on its way right now. */
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
  /** A redelivery asked for by the owner that was not begun yet. */
  manual_requested_at: Date | null;
  /** The scheduled ones and the newest of those by hand. */
  attempts: DeliveryAttempt[];
  /** Attempts so far, those no longer kept included; absent in documents of an older version, which kept all. */
  attempts_total?: number;
  /** The bytes that go out on every attempt; made at the first one. */
  body: Payload | null;
}

/** How many attempts were begun; the next one has the number after it. */
export function attemptsTotal({ attempts, attempts_total }: Delivery): number {
  return attempts_total ?? attempts.length;
}

/** The durable events of a task: the replayable part of its event stream. */
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

/** One document is the state machine, the outbox and the delivery. Every move is one write guarded by `rev`. */
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
  /** Bytes of the blob store that the results of its steps take. */
  stored_bytes: number;
  /** What its account may have stored in all, by the tariff at creation; null: no limit. */
  storage_bytes_max: number | null;
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
  /** When the orchestrator must look again even if it hears nothing; null when there is nothing left to do. */
  wake_at: Date | null;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

/** What a listing reads of a step; `options` is null where they are too long for one. */
export type ListedStep = Pick<
  TaskStep,
  'id' | 'name' | 'depends_on' | 'status' | 'attempt' | 'started_at' | 'completed_at' | 'error'
> & { options: string | null };

/** What a listing reads of a task: neither what went in nor what came out, of which only the size is known. */
export type ListedTask = Pick<
  Task,
  | 'id'
  | 'status'
  | 'progress'
  | 'error'
  | 'cost'
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
  /** Of all outputs together, as JSON. */
  output_bytes: number;
};
