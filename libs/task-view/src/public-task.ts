import type { DeliveryState, StepKind, StepOutputs, StepStatus, TaskStatus } from '@medley/contracts';

/** `output.transcode`: what the transcoder knows of its file, and a signed link to it. */
export type PublicTranscodeOutput = { url: string } & StepOutputs['transcode'];

/** In place of an output that is too large to be embedded: where it is, and its size in bytes. */
export interface PublicOmittedOutput {
  omitted: true;
  size: number;
  /** Signed link to the output as JSON, valid until `expires_at`. */
  url: string;
}

/** One key per finished step, by step id. Large ones are `StoredJson` until `toJsonText` writes them. */
export type PublicOutput = Record<
  string,
  PublicTranscodeOutput | StepOutputs[Exclude<StepKind, 'transcode'>] | PublicOmittedOutput
>;

/** The echo of the request. `url` and `text` only when they were given. */
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
  started_at: string | null;
  completed_at: string | null;
  /** `CODE: sentence` */
  error: string | null;
}

/** A task as the API shows it. Times are ISO 8601 with milliseconds, money is credits. */
export interface PublicTask {
  id: string;
  status: TaskStatus;
  input: PublicInput | null;
  output: PublicOutput | null;
  steps: PublicStep[];
  /** 0..1 */
  progress: number;
  /** `CODE: sentence`; only on a failed task, as is `error_details`. */
  error?: string;
  error_details?: {
    code: string;
    step: string | null;
    retryable: boolean;
    attempts: number;
    /** Credits for the steps that finished before. */
    charged: number;
  };
  webhook_url: string | null;
  filename: string | null;
  metadata: { key: string; value: string }[];
  expires_at: string;
  expired: boolean;
  cost: { reserved: number; charged: number };
  created_at: string;
  updated_at: string;
  completed_at: string | null;
}

/** A step in a listing: `options` are absent where they are too long for one. */
export type PublicListedStep = Omit<PublicStep, 'options'> & { options?: unknown };

/** A task in a listing: without input, and with its output only where that was asked for and fits. */
export type PublicListedTask = Omit<PublicTask, 'input' | 'output' | 'steps'> & {
  steps: PublicListedStep[];
  /** Only when asked for. */
  output?: PublicOutput | null;
  /** Instead of an output for which the listing has no room: its bytes, and the path of the task that has it. */
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
  event: 'task.completed' | 'task.failed';
  url: string;
  status: DeliveryState;
  created_at: string;
  next_attempt_at: string | null;
  /** All attempts so far; beyond 50 the oldest by hand are no longer in `attempts`. */
  attempts_total: number;
  attempts: PublicDeliveryAttempt[];
}

/** Everything null: the attempt is under way. */
export interface PublicDeliveryAttempt {
  attempt: number;
  status_code: number | null;
  response_time_ms: number | null;
  error: string | null;
  trigger: 'scheduled' | 'manual';
  started_at: string;
}
