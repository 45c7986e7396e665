import {
  toCredits,
  type ListedStep,
  type ListedTask,
  type Task,
  type TaskCost,
  type TaskInput,
} from '@medley/contracts';
import { maskCredentials } from './mask-credentials';
import type {
  PublicInput,
  PublicListedStep,
  PublicListedTask,
  PublicOutput,
  PublicStep,
  PublicStepAttempt,
  PublicTask,
} from './public-task';

/**
 * Whether the input and output of a task must no longer be shown: they were purged, their deletion was requested, or the
 * retention of an ended task has passed. The retention of a pending task has not begun.
 */
export function isDataExpired(
  task: Pick<Task, 'purged_at' | 'delete_requested_at' | 'completed_at' | 'expires_at'>,
  now: Date,
): boolean {
  if (task.purged_at !== null || task.delete_requested_at !== null) return true;
  return task.completed_at !== null && now >= task.expires_at;
}

/** Serialize a task with an output that the caller has read. Pure. */
export function showTask(task: Task, output: PublicOutput | null, now: Date): PublicTask {
  const isExpired = isDataExpired(task, now);
  const { id, status, ...rest } = showRecord({ ...task, filename: task.input?.filename ?? null }, now);
  return {
    id,
    status,
    input: isExpired || !task.input ? null : showInput(task.input),
    output: isExpired ? null : output,
    steps: task.steps.map((step) => showStep(step, showOptions(step, isExpired))),
    ...rest,
  };
}

/** Serialize a task for a listing, without input and output. Pure. */
export function showListedTask(task: ListedTask, now: Date): PublicListedTask {
  const isExpired = isDataExpired(task, now);
  const { id, status, ...rest } = showRecord(task, now);
  return { id, status, steps: task.steps.map((step) => showListedStep(step, isExpired)), ...rest };
}

/** The fields that every representation of a task has. The caller adds steps, input and output. */
function showRecord(
  task: Omit<ListedTask, 'steps' | 'output_bytes'>,
  now: Date,
): Omit<PublicTask, 'input' | 'output' | 'steps' | 'retries'> {
  const isExpired = isDataExpired(task, now);
  return {
    id: task.id,
    status: task.status,
    outputs: task.outputs ?? null,
    progress: task.progress,
    ...showError(task),
    webhook_url: task.webhook_url,
    filename: isExpired ? null : task.filename,
    metadata: task.metadata ?? [],
    expires_at: task.expires_at.toISOString(),
    expired: isExpired,
    cost: showCost(task.cost),
    ...(task.batch_id ? { batch_id: task.batch_id } : {}),
    ...(task.retry_of ? { retry_of: task.retry_of } : {}),
    created_at: task.created_at.toISOString(),
    updated_at: task.updated_at.toISOString(),
    completed_at: task.completed_at?.toISOString() ?? null,
  };
}

function showCost({ reserved, charged, max }: TaskCost): PublicTask['cost'] {
  const limit = typeof max === 'number' ? { max: toCredits(max) } : {};
  return { reserved: toCredits(reserved), charged: toCredits(charged), ...limit };
}

/** `CODE: sentence` */
export function errorText(error: { code: string; message: string }): string {
  return `${error.code}: ${error.message}`;
}

function showInput(input: TaskInput): PublicInput {
  return {
    ...(input.url === null ? {} : { url: maskCredentials(input.url) }),
    ...(input.text === null ? {} : { text: input.text }),
    filename: input.filename,
    language_in: input.language_in,
    language_out: input.language_out,
    prompt: input.prompt,
    template: input.template,
    response_schema: input.response_schema === null ? null : parse(input.response_schema),
  };
}

/** Options may hold data of the client (a prompt, an allow list), so they expire with the data. */
function showOptions({ options }: { options: string }, isExpired: boolean): { options: unknown } {
  return { options: isExpired ? {} : parse(options) };
}

function showListedStep(step: ListedStep, isExpired: boolean): PublicListedStep {
  const { options } = step;
  return showStep(
    step,
    options === null && !isExpired ? {} : showOptions({ options: options ?? '{}' }, isExpired),
  );
}

function showStep<O extends Pick<PublicListedStep, 'options'>>(
  step: Omit<ListedStep, 'options'>,
  options: O,
): Omit<PublicStep, 'options'> & O {
  return {
    id: step.id,
    name: step.name,
    depends_on: step.depends_on,
    ...options,
    status: step.status,
    attempt: step.attempt,
    queued_at: showTime(step.queued_at),
    started_at: showTime(step.started_at),
    completed_at: showTime(step.completed_at),
    usage: step.usage,
    cost: typeof step.cost === 'number' ? toCredits(step.cost) : null,
    error: step.error && step.status !== 'completed' ? errorText(step.error) : null,
    attempts: showAttempts(step),
    ...(step.reused ? { reused: true as const } : {}),
  };
}

/** Of the current attempt there is an error only when the step has failed: before, it is that of the attempt before. */
function showAttempts(step: Omit<ListedStep, 'options'>): PublicStepAttempt[] {
  const { attempt, queued_at, started_at, completed_at, worker = null, status } = step;
  const error = status === 'failed' ? step.error : null;
  const current = { attempt, queued_at, started_at, completed_at, worker, error };
  return [...(step.past_attempts ?? []), ...(attempt > 0 ? [current] : [])].map((one) => ({
    attempt: one.attempt,
    queued_at: showTime(one.queued_at),
    started_at: showTime(one.started_at),
    completed_at: showTime(one.completed_at),
    worker: one.worker,
    error: one.error && errorText(one.error),
  }));
}

function showTime(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

function showError({
  error,
  cost,
}: Pick<Task, 'error' | 'cost'>): Pick<PublicTask, 'error' | 'error_details'> {
  if (!error) return {};
  const { code, step, retryable, attempts } = error;
  return {
    error: errorText(error),
    error_details: { code, step, retryable, attempts, charged: toCredits(cost.charged) },
  };
}

function parse(json: string): unknown {
  return JSON.parse(json) as unknown;
}
