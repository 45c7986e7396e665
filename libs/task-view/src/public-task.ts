import type {
  DeliveryState,
  StepKind,
  StepOutputs,
  StepStatus,
  StepUsage,
  TaskStatus,
} from '@medley/contracts';

/** `output.transcode`: properties of the MP3 and a signed link to it. */
export type PublicTranscodeOutput = { url: string } & StepOutputs['transcode'];
/** `output.redact`: also what was made inaudible. */
export type PublicRedactOutput = { url: string } & StepOutputs['redact'];

/** Replaces an output that is too large to be embedded. `size` is in bytes. */
export interface PublicOmittedOutput {
  omitted: true;
  size: number;
  /** Signed link to the output as JSON, valid until `expires_at`. */
  url: string;
}

/** Outputs of the completed steps by step id. A large output is a `StoredJson`, which only `toJsonText` serializes. */
export type PublicOutput = Record<
  string,
  | PublicTranscodeOutput
  | PublicRedactOutput
  | StepOutputs[Exclude<StepKind, 'transcode' | 'redact'>]
  | PublicOmittedOutput
>;

/** Echo of the request. `url` and `text` are present only if the request had them. */
export interface PublicInput {
  url?: string;
  text?: string;
  filename: string | null;
  language_in: string;
  language_out: string;
  prompt: string | null;
  template: string | null;
  response_schema: unknown;
}

export interface PublicStep {
  id: string;
  name: StepKind;
  depends_on: string[];
  options: unknown;
  status: StepStatus;
  attempt: number;
  /** When the current attempt was last sent to the workers. */
  queued_at: string | null;
  started_at: string | null;
  completed_at: string | null;
  /** What a completed step is priced by; null before. */
  usage: StepUsage | null;
  /** Credits for the completed step; null before. */
  cost: number | null;
  /** `CODE: sentence`: why it failed, or while it is repeated, why the attempt before did. */
  error: string | null;
  /** All of them, the current one last. */
  attempts: PublicStepAttempt[];
  /** Only of a step whose result a retry took over. */
  reused?: true;
}

export interface PublicStepAttempt {
  attempt: number;
  queued_at: string | null;
  started_at: string | null;
  completed_at: string | null;
  /** The instance of the service that runs or ran it; null while it is not known. */
  worker: string | null;
  /** `CODE: sentence` */
  error: string | null;
}

/** A task in API responses. Times are ISO 8601 with milliseconds, amounts are credits. */
export interface PublicTask {
  id: string;
  status: TaskStatus;
  input: PublicInput | null;
  output: PublicOutput | null;
  steps: PublicStep[];
  /** Ids of the steps whose outputs are given out; null: all. */
  outputs: string[] | null;
  /** 0..1 */
  progress: number;
  /** `CODE: sentence`; only on a failed task, as is `error_details`. */
  error?: string;
  error_details?: {
    code: string;
    step: string | null;
    retryable: boolean;
    attempts: number;
    /** Credits charged for the steps that completed before the failure. */
    charged: number;
  };
  webhook_url: string | null;
  filename: string | null;
  metadata: { key: string; value: string }[];
  expires_at: string;
  expired: boolean;
  /** `max` only if the request set `max_cost`. */
  cost: { reserved: number; charged: number; max?: number };
  /** Only of a task of a batch. */
  batch_id?: string;
  /** The task that this one retries. */
  retry_of?: string;
  /** Ids of its newest retries, newest first; only in `GET /tasks/{id}` and only when there are some. */
  retries?: string[];
  created_at: string;
  updated_at: string;
  completed_at: string | null;
}

/** A step in a listing: `options` are absent when they are too large for a listing. */
export type PublicListedStep = Omit<PublicStep, 'options'> & { options?: unknown };

/** A task in a listing: without input, and with its output only if it was requested and fits. */
export type PublicListedTask = Omit<PublicTask, 'input' | 'output' | 'steps' | 'retries'> & {
  steps: PublicListedStep[];
  /** Only if the request included it. */
  output?: PublicOutput | null;
  /** Replaces an output that does not fit into the listing: its size in bytes and the path of the task. */
  output_omitted?: { size: number; url: string };
};

/** The `task` object of a webhook and of the last event of a stream. */
export interface TerminalTask {
  id: string;
  status: TaskStatus;
  /** Of a completed task. */
  output?: PublicOutput | null;
  /** Of a failed task: `CODE: sentence`. */
  error?: string;
  completed_at: string | null;
  filename: string | null;
  metadata: { key: string; value: string }[];
  created_at: string;
}

export interface PublicDelivery {
  id: string;
  task_id: string;
  event: 'task.completed' | 'task.failed';
  url: string;
  status: DeliveryState;
  created_at: string;
  next_attempt_at: string | null;
  /** Number of all attempts; `attempts` holds at most 50: the oldest manual ones are removed first. */
  attempts_total: number;
  attempts: PublicDeliveryAttempt[];
}

/** While an attempt is in progress, `status_code`, `response_time_ms` and `error` are null. */
export interface PublicDeliveryAttempt {
  attempt: number;
  status_code: number | null;
  response_time_ms: number | null;
  error: string | null;
  trigger: 'scheduled' | 'manual';
  started_at: string;
}
