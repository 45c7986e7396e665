import type { ResolvedStep } from './graph';
import type { Task, TaskEvent, TaskInput, TaskStep } from './task';
import { storedBytes } from './stored-bytes';
import { taskLimits } from './task-limits';
import { parseUploadUrl } from './uploads';

export const HOUR_MS = 3_600_000;
/** The task timer first fires after this long for a new task: its wake-up message may have been lost. */
const INITIAL_WAKE_MS = 5_000;
/** The same for a task that awaits a turn: then an orchestrator of a version without turns publishes its steps. */
const AWAITED_WAKE_MS = 60_000;

export interface NewTask {
  id: string;
  account_id: string;
  input: TaskInput;
  steps: readonly ResolvedStep[];
  /** Ids of the steps whose outputs leave the service; absent: all. */
  outputs?: string[] | null;
  metadata: { key: string; value: string }[];
  webhook_url: string | null;
  /** Hours. */
  ttl: number;
  /** Units. */
  reserved: number;
  /** Units the task may cost at most; absent: no limit. */
  cost_max?: number | null;
  /** Milliseconds in which the task must end; absent: six hours. */
  timeout_ms?: number | null;
  batch_id?: string | null;
  key_id?: string | null;
  request_id?: string | undefined;
  traceparent?: string | undefined;
  /** Id of the ended task that this one retries, and the completed steps whose results it takes over. */
  retry_of?: string | null;
  reused?: readonly TaskStep[];
  /** Limit of the tariff; absent: no limit. */
  storage_bytes_max?: number | null;
  /** The first steps await the turn of the account instead of being published at once. */
  awaits_turn?: boolean;
  /** `turn_weight` of the tariff; absent: 1. */
  turn_weight?: number;
}

/** Create the document of a new task; the steps that wait for no other are already queued. */
export function newTask(request: NewTask, now: Date): Task {
  const isHeld = request.awaits_turn ?? false;
  const steps = stepsOf(request, now, isHeld);
  const first = steps.filter((step) => step.status === 'queued');
  return {
    id: request.id,
    account_id: request.account_id,
    rev: 1,
    status: 'pending',
    input: request.input,
    steps,
    progress: progressOf(steps),
    error: null,
    cost: {
      reserved: request.reserved,
      extensions: [],
      wanted: null,
      charged: 0,
      settled: false,
      max: request.cost_max ?? null,
    },
    stored_bytes: storedBytes(steps),
    storage_bytes_max: request.storage_bytes_max ?? null,
    upload_id: parseUploadUrl(request.input.url ?? ''),
    ...originOf(request),
    retry_of: request.retry_of ?? null,
    outputs: request.outputs ?? null,
    metadata: request.metadata,
    webhook_url: request.webhook_url,
    delivery: null,
    ttl: request.ttl,
    // ttl 0 is kept until its webhook is delivered, an hour at most.
    expires_at: new Date(now.getTime() + Math.max(request.ttl, 1) * HOUR_MS),
    purged_at: null,
    cancel_requested_at: null,
    delete_requested_at: null,
    deadline_at: new Date(now.getTime() + (request.timeout_ms ?? taskLimits.deadlineMs)),
    events: first.map((step, index) => queuedEvent(step, index + 1, now)),
    wake_at: new Date(now.getTime() + (isHeld ? AWAITED_WAKE_MS : INITIAL_WAKE_MS)),
    turn_kinds: isHeld ? [...new Set(first.map(({ name }) => name))] : null,
    turn_since: isHeld ? now : null,
    ...(request.turn_weight === undefined ? {} : { turn_weight: request.turn_weight }),
    created_at: now,
    updated_at: now,
    completed_at: null,
  };
}

function stepsOf({ steps, reused = [] }: NewTask, now: Date, isHeld: boolean): TaskStep[] {
  const done = new Map(reused.map((step) => [step.id, { ...step, reused: true, usage: null, cost: 0 }]));
  return steps.map((step) => {
    const isReady = step.depends_on.every((parent) => done.has(parent));
    return done.get(step.id) ?? newStep(step, isReady, { now, isHeld });
  });
}

type Origin = Pick<Task, 'batch_id' | 'key_id' | 'request_id' | 'traceparent'>;

function originOf({ batch_id = null, key_id = null, request_id, traceparent }: NewTask): Origin {
  return {
    ...{ batch_id, key_id },
    ...(request_id !== undefined && { request_id }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

function queuedEvent({ id, attempt }: TaskStep, seq: number, at: Date): TaskEvent {
  return { seq, type: 'step.queued', at, step_id: id, attempt };
}

function progressOf(steps: readonly TaskStep[]): number {
  const done = steps.filter(({ status }) => status === 'completed');
  return Math.round((done.length / steps.length) * 1_000) / 1_000;
}

function newStep(
  step: ResolvedStep,
  isReady: boolean,
  { now, isHeld }: { now: Date; isHeld: boolean },
): TaskStep {
  return {
    id: step.id,
    name: step.name,
    depends_on: step.depends_on,
    options: JSON.stringify(step.options),
    status: isReady ? 'queued' : 'waiting',
    attempt: isReady ? 1 : 0,
    queued_at: isReady ? now : null,
    started_at: null,
    completed_at: null,
    alive_at: null,
    not_before: null,
    awaits_turn: isReady && isHeld,
    resent: 0,
    progress: 0,
    output: null,
    text: null,
    media: null,
    mapping: null,
    usage: null,
    error: null,
  };
}
