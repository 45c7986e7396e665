import { toCredits, type ListedStep, type ListedTask, type Task, type TaskInput } from '@medley/contracts';
import { maskCredentials } from './mask-credentials';
import type {
  PublicInput,
  PublicListedStep,
  PublicListedTask,
  PublicOutput,
  PublicStep,
  PublicTask,
} from './public-task';

/**
 * Whether what went in and came out may not be shown any more: purged, about to be, or its time has passed. A task that
 * has not ended has no result whose time could pass.
 */
export function isGone(
  task: Pick<Task, 'purged_at' | 'delete_requested_at' | 'completed_at' | 'expires_at'>,
  now: Date,
): boolean {
  if (task.purged_at !== null || task.delete_requested_at !== null) return true;
  return task.completed_at !== null && now >= task.expires_at;
}

/** A task with an output that was read elsewhere. Pure. */
export function showTask(task: Task, output: PublicOutput | null, now: Date): PublicTask {
  const gone = isGone(task, now);
  const { id, status, ...rest } = showRecord({ ...task, filename: task.input?.filename ?? null }, now);
  return {
    id,
    status,
    input: gone || !task.input ? null : showInput(task.input),
    output: gone ? null : output,
    steps: task.steps.map((step) => showStep(step, showOptions(step, gone))),
    ...rest,
  };
}

/** A task as a listing shows it: input and output are absent. Pure. */
export function showListedTask(task: ListedTask, now: Date): PublicListedTask {
  const gone = isGone(task, now);
  const { id, status, ...rest } = showRecord(task, now);
  return { id, status, steps: task.steps.map((step) => showListedStep(step, gone)), ...rest };
}

/** What is shown of a task wherever it is shown; options of steps, and what goes with the data, are for the caller. */
function showRecord(
  task: Omit<ListedTask, 'steps' | 'output_bytes'>,
  now: Date,
): Omit<PublicTask, 'input' | 'output' | 'steps'> {
  const gone = isGone(task, now);
  return {
    id: task.id,
    status: task.status,
    progress: task.progress,
    ...showError(task),
    webhook_url: task.webhook_url,
    filename: gone ? null : task.filename,
    metadata: task.metadata ?? [],
    expires_at: task.expires_at.toISOString(),
    expired: gone,
    cost: { reserved: toCredits(task.cost.reserved), charged: toCredits(task.cost.charged) },
    created_at: task.created_at.toISOString(),
    updated_at: task.updated_at.toISOString(),
    completed_at: task.completed_at?.toISOString() ?? null,
  };
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

/** Options may hold what the client gave (a prompt, names to leave alone), so they go with the data. */
function showOptions({ options }: { options: string }, gone: boolean): { options: unknown } {
  return { options: gone ? {} : parse(options) };
}

function showListedStep(step: ListedStep, gone: boolean): PublicListedStep {
  const { options } = step;
  return showStep(step, options === null && !gone ? {} : showOptions({ options: options ?? '{}' }, gone));
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
    started_at: step.started_at?.toISOString() ?? null,
    completed_at: step.completed_at?.toISOString() ?? null,
    error: step.error && errorText(step.error),
  };
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
