import type { StepKind } from '@medley/contracts';
import type {
  PublicInput,
  PublicListedTask,
  PublicOutput,
  PublicStep,
  PublicTask,
  TerminalTask,
} from '@medley/task-view';

/** Ids in the examples; the test that sends the examples replaces them by real ones. */
export const exampleIds = {
  task: '0b8f6c1e-52a3-4a68-9c1d-7a1f3f0f2b10',
  pipeline: '5d2c3f77-0e0b-4c55-8a57-2f0a3c9a4c21',
  /** The system template `transcript`. */
  systemPipeline: '6d65646c-6579-4000-8000-000000000002',
  batch: '8c1f0a52-6c1d-4b6e-9a55-3f0d6c2b7e11',
  upload: '3f1c5a8e-8b1d-4c1a-9f57-6a0d2b7c9e44',
  key: '2f7d9c04-1b5e-4f0a-b6d3-8e4c7a1d5f60',
  retry: '3e0d7a58-1f9b-4a0e-8d0c-5b9f6e2a7c34',
  delivery: 'c2f6b1de-9d0e-4d3a-8f3e-6b1b9d1a7e42',
} as const;

export const EXAMPLE_URL = 'https://example.com/media/weekly-meeting.mp4';
export const EXAMPLE_HOOK = 'https://example.com/hooks/medley';
export const EXAMPLE_LETTER = 'Call Ann Smith at ann.smith@example.com.';
const CREATED_AT = '2026-03-02T09:30:00.000Z';
const STARTED_AT = '2026-03-02T09:30:00.412Z';
const COMPLETED_AT = '2026-03-02T09:30:41.872Z';

type Kind = StepKind | [StepKind, object, dependsOn?: string[]];

/** A new task with these steps in sequence. */
export function pendingTask(
  input: Partial<PublicInput>,
  kinds: readonly Kind[],
  more: Partial<PublicTask> = {},
): PublicTask {
  return {
    id: exampleIds.task,
    status: 'pending',
    input: {
      filename: null,
      language_in: 'ru',
      language_out: 'ru',
      prompt: null,
      template: null,
      response_schema: null,
      ...input,
    },
    output: null,
    steps: kinds.map((kind, index) => waitingStep(kind, kinds[index - 1])),
    outputs: null,
    progress: 0,
    webhook_url: null,
    filename: input.filename ?? null,
    metadata: [],
    expires_at: '2026-03-02T13:30:00.000Z',
    expired: false,
    cost: { reserved: 0.2, charged: 0 },
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    completed_at: null,
    ...more,
  };
}

function nameOf(kind: Kind): StepKind {
  return typeof kind === 'string' ? kind : kind[0];
}

function dependenciesOf(kind: Kind, before: Kind | undefined): string[] {
  const given = typeof kind === 'string' ? undefined : kind[2];
  return given ?? (before ? [nameOf(before)] : []);
}

function waitingStep(kind: Kind, before: Kind | undefined): PublicStep {
  return {
    id: nameOf(kind),
    name: nameOf(kind),
    depends_on: dependenciesOf(kind, before),
    options: typeof kind === 'string' ? {} : kind[1],
    status: 'waiting',
    attempt: 0,
    queued_at: null,
    started_at: null,
    completed_at: null,
    usage: null,
    cost: null,
    error: null,
    attempts: [],
  };
}

/** The step after one attempt. */
function endedStep(step: PublicStep, end: { completed_at: string; error: string | null }): PublicStep {
  const times = { queued_at: CREATED_AT, started_at: STARTED_AT };
  const only = { attempt: 1, ...times, ...end, worker: `${step.name}-1f9c02ab` };
  return { ...step, attempt: 1, ...times, ...end, attempts: [only] };
}

/** The task with all steps completed. */
export function completedTask(task: PublicTask, output: PublicOutput): PublicTask {
  return {
    ...task,
    status: 'completed',
    output,
    steps: task.steps.map((step) => ({
      ...endedStep(step, { completed_at: COMPLETED_AT, error: null }),
      status: 'completed',
      usage: step.name === 'fetch' ? {} : { media_seconds: 8 },
      cost: 0.09,
    })),
    progress: 1,
    cost: { reserved: 0, charged: 0.18 },
    expires_at: '2026-03-02T13:30:41.872Z',
    updated_at: COMPLETED_AT,
    completed_at: COMPLETED_AT,
  };
}

/** The task after its first step has failed finally. */
export function failedTask(task: PublicTask): PublicTask {
  const error = 'MEDIA_UNSUPPORTED: no audio stream found';
  const step = task.steps[0]?.id ?? null;
  return {
    ...task,
    status: 'failed',
    steps: task.steps.map((one, index) =>
      index === 0
        ? { ...endedStep(one, { completed_at: COMPLETED_AT, error }), status: 'failed' }
        : { ...one, status: 'skipped' },
    ),
    error,
    error_details: { code: 'MEDIA_UNSUPPORTED', step, retryable: false, attempts: 1, charged: 0 },
    cost: { reserved: 0, charged: 0 },
    updated_at: COMPLETED_AT,
    completed_at: COMPLETED_AT,
  };
}

/** The task in a listing. */
export function listedTask(task: PublicTask): PublicListedTask {
  const hidden = ['input', 'output'];
  const shown = Object.entries(task).filter(([key]) => !hidden.includes(key));
  return Object.fromEntries(shown) as unknown as PublicListedTask;
}

/** The `task` object of its webhook. */
export function terminalTask(task: PublicTask): TerminalTask {
  const { id, status, output, error, completed_at, filename, metadata, created_at } = task;
  const result = error === undefined ? { output } : { error };
  return { id, status, ...result, completed_at, filename, metadata, created_at };
}

/** A link and a webhook that need a key. */
export const exampleCredentials = {
  source_headers: { Authorization: 'Bearer YOUR_TOKEN' },
  webhook_url: EXAMPLE_HOOK,
  webhook_headers: { 'X-Api-Key': 'YOUR_KEY' },
};
