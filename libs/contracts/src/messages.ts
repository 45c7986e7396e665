import Joi from 'joi';
import type { StepClaim, StepFinished, StepHeartbeat, StepRun, Traced } from './step-messages';
import { limits } from './limits';
import { stepKinds } from './step-kinds';

/** Wake-up: a task was stored. */
interface TaskSubmitted extends Traced {
  task_id: string;
  /** A gateway of the version before has published the messages of its first steps; newer ones send `task.sent`. */
  is_sent?: boolean;
}

/** Wake-up: a client's request (cancel, delete) was stored in the task. */
interface TaskRequested extends Traced {
  task_id: string;
}

interface TaskFinished extends Traced {
  task_id: string;
}

export interface MessageBodies {
  'task.submitted': TaskSubmitted;
  'task.requested': TaskRequested;
  'step.run': StepRun;
  'step.finished': StepFinished;
  'step.alive': StepHeartbeat;
  'step.claim': StepClaim;
  'task.finished': TaskFinished;
}
export type MessageName = keyof MessageBodies;

const traceparent = Joi.string();
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
  attempt_traceparent: Joi.string(),
};
const stepOutcome = {
  step_id: id,
  attempt: report.attempt,
  elapsed_ms: report.elapsed_ms,
  ended_ms_ago: Joi.number().min(0),
  attempt_traceparent: report.attempt_traceparent,
};
const completed = {
  ...stepOutcome,
  outcome: Joi.valid('completed').required(),
  output: payload.required(),
  text: payload.allow(null).required(),
  media: media.allow(null).required(),
  mapping: payload.allow(null).required(),
  usage: Joi.object({ media_seconds: Joi.number().min(0), characters: Joi.number().min(0) }).required(),
};
const failed = {
  ...stepOutcome,
  outcome: Joi.valid('failed').required(),
  error: Joi.object({
    code: Joi.string().required(),
    message: Joi.string().allow('').required(),
    retryable: Joi.boolean().required(),
  }).required(),
};
const unitReport = {
  task_id: id,
  traceparent,
  following: Joi.array()
    .items(Joi.alternatives(Joi.object(completed), Joi.object(failed)))
    .max(limits.stepsMax),
  continues_with: Joi.string(),
  worker: Joi.string(),
  account_id: Joi.string(),
};
const followingStep = Joi.object({
  step_id: id,
  kind: Joi.valid(...stepKinds).required(),
  options: Joi.string().required(),
  characters_max: Joi.number().integer().min(0).required(),
  mapping: payload,
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
  'task.submitted': {
    version: 1,
    schema: Joi.object({ task_id: id, is_sent: Joi.boolean(), traceparent }),
    from: 'gateway',
    to: 'orchestrator',
  },
  'task.requested': {
    version: 1,
    schema: Joi.object({ task_id: id, traceparent }),
    from: 'gateway',
    to: 'orchestrator',
  },
  'step.run': {
    version: 1,
    schema: Joi.object({
      task_id: id,
      step_id: id,
      kind: Joi.valid(...stepKinds).required(),
      attempt: Joi.number().integer().min(1).required(),
      input: Joi.object({
        url: Joi.string(),
        source_headers: Joi.object({ account_id: id, sealed: Joi.string().required() }),
        text: payload,
        media,
        mapping: payload,
        transcript: payload,
        depersonalized: payload,
        part: Joi.object({
          start: Joi.number().min(0).required(),
          end: Joi.number().min(0).allow(null).required(),
        }),
      }).required(),
      options: Joi.string().required(),
      deadline_at: Joi.string().required(),
      media_seconds_max: Joi.number().min(0),
      following: Joi.array().items(followingStep).max(limits.stepsMax),
      sent_at: Joi.string(),
      resent: Joi.boolean(),
      share_reports: Joi.boolean(),
      passes_on_words: Joi.boolean(),
      account_id: Joi.string(),
      request_id: Joi.string(),
      traceparent,
      previous_attempt: Joi.string(),
    }),
    from: 'orchestrator',
    to: 'workers of the kind',
  },
  'step.finished': {
    version: 1,
    schema: Joi.alternatives(
      Joi.object({ ...completed, ...unitReport }),
      Joi.object({ ...failed, ...unitReport }),
    ),
    from: 'worker',
    to: 'orchestrator',
  },
  'step.alive': {
    version: 1,
    schema: Joi.object({
      ...report,
      traceparent,
      progress: Joi.number().min(0).max(1).allow(null).required(),
      worker: Joi.string(),
    }),
    from: 'worker',
    to: 'orchestrator',
  },
  'step.claim': {
    version: 1,
    schema: Joi.object({
      task_id: id,
      step_id: id,
      attempt: report.attempt,
      worker: Joi.string().required(),
      redelivered: Joi.boolean(),
      traceparent,
    }),
    from: 'worker',
    to: 'orchestrator',
  },
  'task.finished': {
    version: 1,
    schema: Joi.object({ task_id: id, traceparent }),
    from: 'orchestrator, gateway (redelivery)',
    to: 'webhook-dispatcher',
  },
};
