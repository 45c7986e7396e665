import Joi from 'joi';
import type { DurableEventType } from './task';
import type { MediaRef, Payload, StepInput, StepUsage } from './payloads';
import type { LongInput } from './prompt-templates';
import { stepKinds, type StepKind } from './step-kinds';

/** Wake-up: a task was stored. */
interface TaskSubmitted {
  task_id: string;
}

/** Wake-up: a client's request (cancel, delete) was stored in the task. */
interface TaskRequested {
  task_id: string;
}

export interface StepRun {
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
  /** W3C trace context. */
  traceparent?: string;
}

interface StepReport {
  task_id: string;
  step_id: string;
  attempt: number;
  /** Milliseconds from the start of this attempt to now, by the worker's monotonic clock. */
  elapsed_ms: number;
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

export type StepFinished = StepReport & (StepSuccess | StepFailure);

/** Heartbeat of a running step, first sent 500 ms after its start; `progress` is 0..1 or null when unknown. */
export interface StepHeartbeat extends StepReport {
  progress: number | null;
}

interface TaskFinished {
  task_id: string;
}

export interface MessageBodies {
  'task.submitted': TaskSubmitted;
  'task.requested': TaskRequested;
  'step.run': StepRun;
  'step.finished': StepFinished;
  'step.alive': StepHeartbeat;
  'task.finished': TaskFinished;
}
export type MessageName = keyof MessageBodies;

const id = Joi.string().min(1).max(200).required();
const payload = Joi.alternatives(
  Joi.object({ inline: Joi.string().allow('').required() }),
  Joi.object({
    blob: Joi.string().required(),
    size: Joi.number().integer().min(0).required(),
    characters: Joi.number().integer().min(0),
  }),
);
const media = Joi.object({
  blob: Joi.string().required(),
  content_type: Joi.string().required(),
  size: Joi.number().integer().min(0).required(),
  duration: Joi.number().min(0).allow(null).required(),
});
const report = {
  task_id: id,
  step_id: id,
  attempt: Joi.number().integer().min(1).required(),
  elapsed_ms: Joi.number().min(0).required(),
};
const completed = Joi.object({
  ...report,
  outcome: Joi.valid('completed').required(),
  output: payload.required(),
  text: payload.allow(null).required(),
  media: media.allow(null).required(),
  mapping: payload.allow(null).required(),
  usage: Joi.object({ media_seconds: Joi.number().min(0), characters: Joi.number().min(0) }).required(),
});
const failed = Joi.object({
  ...report,
  outcome: Joi.valid('failed').required(),
  error: Joi.object({
    code: Joi.string().required(),
    message: Joi.string().allow('').required(),
    retryable: Joi.boolean().required(),
  }).required(),
});

export interface MessageRow {
  /** Raised on incompatible changes of the body; consumers reject versions they do not know. */
  version: number;
  schema: Joi.Schema;
  from: string;
  to: string;
}

/** The catalogue of durable messages. Each has its own queue (`step.run` has one per kind). */
export const messageCatalogue: Readonly<Record<MessageName, MessageRow>> = {
  'task.submitted': { version: 1, schema: Joi.object({ task_id: id }), from: 'gateway', to: 'orchestrator' },
  'task.requested': { version: 1, schema: Joi.object({ task_id: id }), from: 'gateway', to: 'orchestrator' },
  'step.run': {
    version: 1,
    schema: Joi.object({
      task_id: id,
      step_id: id,
      kind: Joi.valid(...stepKinds).required(),
      attempt: Joi.number().integer().min(1).required(),
      input: Joi.object({ url: Joi.string(), text: payload, media, mapping: payload }).required(),
      options: Joi.string().required(),
      deadline_at: Joi.string().required(),
      media_seconds_max: Joi.number().min(0),
      traceparent: Joi.string(),
    }),
    from: 'orchestrator',
    to: 'workers of the kind',
  },
  'step.finished': {
    version: 1,
    schema: Joi.alternatives(completed, failed),
    from: 'worker',
    to: 'orchestrator',
  },
  'step.alive': {
    version: 1,
    schema: Joi.object({ ...report, progress: Joi.number().min(0).max(1).allow(null).required() }),
    from: 'worker',
    to: 'orchestrator',
  },
  'task.finished': {
    version: 1,
    schema: Joi.object({ task_id: id }),
    from: 'orchestrator, gateway (redelivery)',
    to: 'webhook-dispatcher',
  },
};

/** Announces a durable event of a task to its subscribers; the event is in the task document too, so the signal may be lost. */
interface TaskEventSignal {
  task_id: string;
  /** Sequence number of the newest event that this signal announces. */
  seq: number;
  type: DurableEventType;
}

export interface StepProgressSignal {
  task_id: string;
  step_id: string;
  attempt: number;
  /** 0..1 */
  progress: number;
}

/** `step_id` null: every step of the task. */
export interface StepCancelSignal {
  task_id: string;
  step_id: string | null;
}

export interface EngineInfo {
  name: string;
  ready: boolean;
  /** Why not ready, naming the missing setting. */
  reason: string | null;
  models: string[];
  default_model: string | null;
  /** Context window in tokens (prompt and completion), by model; language models only. */
  context_tokens?: Record<string, number>;
}

export interface WorkerAnnouncement {
  kind: StepKind;
  instance: string;
  /** Whether this instance can run steps of this kind. */
  ready: boolean;
  reason: string | null;
  engines: EngineInfo[];
  default_engine: string | null;
  /** By prompt template: the strategy for text that is too long for the model; llm only. */
  long_inputs?: Record<string, LongInput>;
}

/** Best-effort signals over one topic exchange: not confirmed, not stored; no receiver may depend on their delivery. */
export interface SignalBodies {
  'task.event': TaskEventSignal;
  'step.progress': StepProgressSignal;
  'step.cancel': StepCancelSignal;
  'worker.announced': WorkerAnnouncement;
  'worker.census': Record<string, never>;
}
export type SignalName = keyof SignalBodies;

/** Routing keys of signals, also the binding patterns to subscribe to them: `events.<task id>.<type>`, `control.<kind>`, … */
export const signalTopics = {
  taskEvent: (taskId: string, type: string): string => `events.${taskId}.${type}`,
  allOfTask: (taskId: string): string => `events.${taskId}.#`,
  stepCancel: 'control.step.cancel',
  workerAnnounced: 'workers.announced',
  workerCensus: 'workers.census',
} as const;
