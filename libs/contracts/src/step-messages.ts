import type { MediaRef, Payload, StepInput, StepUsage } from './payloads';
import type { StepKind } from './step-kinds';

/** A message that belongs to a trace. */
export interface Traced {
  /** W3C trace context: of the span that published the message, else of the task. */
  traceparent?: string;
}

export interface StepRun extends Traced {
  task_id: string;
  step_id: string;
  kind: StepKind;
  attempt: number;
  input: StepInput;
  /** JSON text: the step's options merged over the task's defaults (prompt, language, …). */
  options: string;
  /** ISO 8601; the worker aborts at this time. */
  deadline_at: string;
  /** Seconds of media covered by the reservation, tolerance included; the worker aborts beyond. Only for steps with media input. */
  media_seconds_max?: number;
  /** Steps that the worker may run next in the same unit, each on the text of the one before. */
  following?: FollowingStep[];
  /** ISO 8601, when this message was published; absent: its publisher knows no `step.claim`. */
  sent_at?: string;
  /** Whether another message for this attempt was published before. */
  resent?: boolean;
  /** Every consumer of the orchestrator's queue takes messages with several bodies. */
  share_reports?: boolean;
  /** Whether the words of the answer are passed on as they come (`step.delta`). */
  passes_on_words?: boolean;
  /** Whose task it is: consumers handle the messages of accounts in turns. */
  account_id?: string;
  /** `X-Request-Id` of the request that created the task. */
  request_id?: string;
  /** W3C trace context of the attempt before, which failed. */
  previous_attempt?: string;
}

/** A step of a unit after its first one: its first attempt. The unit ends before it when its input is not as expected. */
export interface FollowingStep {
  step_id: string;
  kind: StepKind;
  options: string;
  /** Code points of input that the reservation covers; the unit ends before a longer text. */
  characters_max: number;
  /** The mapping to use when no step of the unit has produced one. */
  mapping?: Payload;
}

interface StepReport {
  task_id: string;
  step_id: string;
  attempt: number;
  /** Milliseconds from the start of this attempt to its end, or to now while it runs, by the worker's monotonic clock. */
  elapsed_ms: number;
  /** W3C trace context of the attempt; absent: it is not traced. */
  attempt_traceparent?: string;
}

export interface StepSuccess {
  outcome: 'completed';
  /** JSON text of the kind's output type. */
  output: Payload;
  text: Payload | null;
  media: MediaRef | null;
  mapping: Payload | null;
  usage: StepUsage;
}

export interface StepFailure {
  outcome: 'failed';
  error: { code: string; message: string; retryable: boolean };
}

export type StepOutcomeReport = (StepSuccess | StepFailure) & {
  /** Milliseconds from the end of the attempt to this report; absent: it has just ended. */
  ended_ms_ago?: number;
};

/** The outcome of an attempt and of the steps that the worker ran after it in the same unit, in order. */
export type StepFinished = Traced &
  StepReport &
  StepOutcomeReport & {
    following?: (Omit<StepReport, 'task_id'> & StepOutcomeReport)[];
    /** The step of the unit that the worker has begun; it reports that one later. */
    continues_with?: string;
    /** The instance of the worker. */
    worker?: string;
    /** As in `step.run`. */
    account_id?: string;
  };

/** Heartbeat of a running step, first sent 500 ms after its start; `progress` is 0..1 or null when unknown. */
export interface StepHeartbeat extends StepReport, Traced {
  progress: number | null;
  /** The instance of the worker. */
  worker?: string;
}

/** A worker asks whether it may start an attempt; repeated until a `step.claimed` signal answers. */
export interface StepClaim extends Traced {
  task_id: string;
  step_id: string;
  attempt: number;
  /** The instance of the worker. */
  worker: string;
  /** Its message was delivered or sent before: another worker may have begun the attempt. */
  redelivered?: boolean;
}
