import Joi from 'joi';
import type { DurableEventType } from './task';
import type { MediaRef, Payload, StepInput, StepUsage } from './payloads';
import type { LongInput } from './prompt-templates';
import { stepKinds, type StepKind } from './step-kinds';

/** Wake up: a task was stored. */
export interface TaskSubmitted {
  task_id: string;
}

/** Wake up: a client asked something of a task (cancel, delete) and the wish is stored in it. */
export interface TaskRequested {
  task_id: string;
}

export interface StepRun {
  task_id: string;
  step_id: string;
  kind: StepKind;
  attempt: number;
  input: StepInput;
  /** JSON text: the step's own options over what the task says (prompt, language, …). */
  options: string;
  /** ISO 8601; the worker gives up then. */
  deadline_at: string;
  /** Seconds of media that are paid for, tolerance included; the worker stops beyond. Only for steps that take media. */
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

/** A sign of life of a step that takes longer than a moment; `progress` is 0..1 or null when unknown. */
export interface StepAlive extends StepReport {
  progress: number | null;
}

export interface TaskFinished {
  task_id: string;
}

export interface MessageBodies {
  'task.submitted': TaskSubmitted;
  'task.requested': TaskRequested;
  'step.run': StepRun;
  'step.finished': StepFinished;
  'step.alive': StepAlive;
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
  /** Goes up when the body changes so that an old reader cannot read it; readers refuse what they do not know. */
  version: number;
  schema: Joi.Schema;
  from: string;
  to: string;
}

/** The one catalogue of durable messages. Each travels over its own queue (`step.run` over one per kind). */
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

/** A durable event of a task, told to whoever listens; the task document has the same, so a lost one is no loss. */
export interface TaskEventSignal {
  task_id: string;
  /** Sequence number of the newest event this signal stands for. */
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

export interface EngineFacts {
  name: string;
  ready: boolean;
  /** Why not ready, naming the missing setting. */
  reason: string | null;
  models: string[];
  default_model: string | null;
  /** Tokens of question and answer together, by model; language models only. */
  context_tokens?: Record<string, number>;
}

export interface WorkerAnnouncement {
  kind: StepKind;
  instance: string;
  /** Whether a task that needs this kind can be served by this instance. */
  ready: boolean;
  reason: string | null;
  engines: EngineFacts[];
  default_engine: string | null;
  /** What the worker's prompt templates do with text that is too long for the model; llm only. */
  long_inputs?: Record<string, LongInput>;
}

/** Lossy signals over one topic exchange: no confirm, no storage, nobody may depend on one arriving. */
export interface SignalBodies {
  'task.event': TaskEventSignal;
  'step.progress': StepProgressSignal;
  'step.cancel': StepCancelSignal;
  'worker.announced': WorkerAnnouncement;
  'worker.census': Record<string, never>;
}
export type SignalName = keyof SignalBodies;

/** Topic of a signal, also the binding pattern to hear it: `events.<task id>.<type>`, `control.<kind>`, … */
export const signalTopics = {
  taskEvent: (taskId: string, type: string): string => `events.${taskId}.${type}`,
  allOfTask: (taskId: string): string => `events.${taskId}.#`,
  stepCancel: 'control.step.cancel',
  workerAnnounced: 'workers.announced',
  workerCensus: 'workers.census',
} as const;
