import type { Metadata } from './metadata';
import type { TaskOutput } from './outputs';
import type { ResolvedStep } from './steps';

export type TaskStatus = 'pending' | 'completed' | 'failed';
export type StepStatus = 'waiting' | 'queued' | 'running' | 'completed' | 'failed' | 'skipped';

/** The input of the request; credentials in the link are masked. */
export interface TaskInput {
  url?: string;
  text?: string;
  filename: string | null;
  language_in: string;
  language_out: string;
  prompt: string | null;
  template: string | null;
  response_schema: Record<string, unknown> | null;
}

interface StepState {
  status: StepStatus;
  attempt: number;
  queued_at: string | null;
  started_at: string | null;
  completed_at: string | null;
  /** What a completed step is priced by. */
  usage: { media_seconds?: number; characters?: number } | null;
  /** Credits; null until the step has completed. */
  cost: number | null;
  /** `CODE: sentence` */
  error: string | null;
  /** All attempts, the current one last. */
  attempts: StepAttempt[];
  /** Only of a step whose result a retry took over; nothing was charged. */
  reused?: true;
}

export interface StepAttempt {
  attempt: number;
  queued_at: string | null;
  started_at: string | null;
  completed_at: string | null;
  /** The instance of the service that runs or ran it; null while it is not known. */
  worker: string | null;
  /** `CODE: sentence` */
  error: string | null;
}

export interface TaskStep extends ResolvedStep, StepState {}

/** A step in a listing. */
export interface ListedStep extends StepState {
  id: string;
  name: ResolvedStep['name'];
  depends_on: string[];
  /** Absent when larger than 2 KiB. */
  options?: ResolvedStep['options'];
}

export interface TaskErrorDetails {
  code: string;
  /** Id of the step that failed. */
  step: string | null;
  retryable: boolean;
  attempts: number;
  /** Credits charged for the completed steps. */
  charged: number;
}

interface TaskRecord {
  id: string;
  status: TaskStatus;
  /** Ids of the steps whose outputs are given out; null: all. */
  outputs: string[] | null;
  /** 0..1 */
  progress: number;
  /** `CODE: sentence`; only on a failed task, as is `error_details`. */
  error?: string;
  error_details?: TaskErrorDetails;
  webhook_url: string | null;
  filename: string | null;
  metadata: Metadata[];
  expires_at: string;
  expired: boolean;
  cost: { reserved: number; charged: number; max?: number };
  /** Only of a task of a batch. */
  batch_id?: string;
  /** Only of a retry: the task that it retries. */
  retry_of?: string;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
}

/** A task in responses. Times are ISO 8601, amounts are in credits. */
export interface Task extends TaskRecord {
  /** Its newest retries, newest first; only in `tasks.get` and only when there are some. */
  retries?: string[];
  /** Null after the data is deleted, like `output`. */
  input: TaskInput | null;
  output: TaskOutput | null;
  steps: TaskStep[];
}

/** A task in a listing: without input, and with output only on request. */
export interface ListedTask extends TaskRecord {
  steps: ListedStep[];
  /** With `include: 'output'`. */
  output?: TaskOutput | null;
  /** With `include: 'output'`, replaces an `output` that does not fit into the response: read it with `tasks.get`. */
  output_omitted?: { size: number; url: string };
}

interface EndOfTask {
  id: string;
  completed_at: string;
  filename: string | null;
  metadata: Metadata[];
  created_at: string;
}

export interface CompletedTask extends EndOfTask {
  status: 'completed';
  /** Null after the data is deleted. */
  output: TaskOutput | null;
}

export interface FailedTask extends EndOfTask {
  status: 'failed';
  /** `CODE: sentence` */
  error: string;
}

export interface Page<Item> {
  items: Item[];
  pagination: { total: number; limit: number; offset: number };
}

/** A page that can be continued where it ended, also when new items arrive meanwhile. */
export interface CursorPage<Item> {
  items: Item[];
  pagination: {
    /** All items of the filter, whatever the page. */
    total: number;
    limit: number;
    offset: number;
    /** Null: this is the last page. */
    next_cursor: string | null;
  };
}

export interface DeliveryAttempt {
  attempt: number;
  /** HTTP status of the receiver; null without a response. */
  status_code: number | null;
  response_time_ms: number | null;
  error: string | null;
  trigger: 'scheduled' | 'manual';
  started_at: string;
}

/** The delivery of a webhook with its attempts. */
export interface Delivery {
  id: string;
  task_id: string;
  event: 'task.completed' | 'task.failed';
  url: string;
  status: 'pending' | 'delivered' | 'failed';
  created_at: string;
  next_attempt_at: string | null;
  /** Number of all attempts; beyond 50 the oldest manual ones are no longer in `attempts`. */
  attempts_total: number;
  attempts: DeliveryAttempt[];
}

/** The body of a webhook. */
export type WebhookPayload =
  | { event: 'task.completed'; task: CompletedTask; timestamp: string }
  | { event: 'task.failed'; task: FailedTask; timestamp: string };
