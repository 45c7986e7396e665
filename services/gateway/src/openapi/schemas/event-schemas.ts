import { stepKinds, stepStatuses, taskStatuses, type JsonSchema } from '@medley/contracts';
import type { TerminalTask } from '@medley/task-view';
import * as is from './words';

const progress = { type: 'number', minimum: 0, maximum: 1 };
const head = { task_id: is.uuid, timestamp: is.timestamp };

interface Head {
  task_id: string;
  timestamp: string;
}

type WithEnd = Omit<TerminalTask, 'output' | 'error'>;

const common: Record<keyof WithEnd, JsonSchema> = {
  id: is.uuid,
  status: is.choiceOf(taskStatuses),
  completed_at: is.timestamp,
  filename: is.orNull(is.text),
  metadata: is.listOf(is.refTo('Metadata')),
  created_at: is.timestamp,
};

function webhookOf(event: string, task: string): JsonSchema {
  return is.recordOf<{ event: string; task: object; timestamp: string }>({
    event: { const: event },
    task: is.refTo(task),
    timestamp: { ...is.timestamp, description: 'With milliseconds.' },
  });
}

/** What travels to webhooks and through event streams. */
export const eventSchemas = {
  CompletedTask: is.recordOf<WithEnd & { output: unknown }>({
    ...common,
    status: { const: 'completed' },
    output: is.orNull(is.refTo('TaskOutput')),
  }),
  FailedTask: is.recordOf<WithEnd & { error: string }>({
    ...common,
    status: { const: 'failed' },
    error: is.textThat('`CODE: sentence`'),
  }),
  TaskCompletedWebhook: webhookOf('task.completed', 'CompletedTask'),
  TaskFailedWebhook: webhookOf('task.failed', 'FailedTask'),
  TaskEvent: {
    description: '`data:` of one event of the stream.',
    anyOf: [is.refTo('SnapshotEvent'), is.refTo('StepEvent'), is.refTo('TerminalEvent')],
  },
  SnapshotEvent: is.recordOf<Head & { status: string; progress: number; steps: object; task: object }>(
    {
      ...head,
      status: is.choiceOf(taskStatuses),
      progress,
      steps: is.listOf(is.refTo('TaskStep')),
      task: is.refTo('Task'),
    },
    { description: '`task.snapshot`: the task as it is when the stream begins.' },
  ),
  StepEvent: is.recordOf<
    Head & {
      step: string;
      name?: string;
      status: string;
      attempt: number;
      progress?: number;
      error?: string;
    }
  >(
    {
      ...head,
      step: is.textThat('Id of the step.'),
      name: is.choiceOf(stepKinds),
      status: is.choiceOf(stepStatuses),
      attempt: { type: 'integer', minimum: 0 },
      progress,
      error: is.textThat('`CODE: sentence`'),
    },
    {
      optional: ['name', 'progress', 'error'],
      description:
        '`step.queued`, `step.started`, `step.progress`, `step.completed`, `step.failed`, `step.retrying`.',
    },
  ),
  TerminalEvent: is.recordOf<Head & { status: string; progress: number; task: object }>(
    {
      ...head,
      status: is.choiceOf(['completed', 'failed']),
      progress,
      task: { anyOf: [is.refTo('CompletedTask'), is.refTo('FailedTask')] },
    },
    { description: '`task.completed` or `task.failed`: the last event; `task` is that of the webhook.' },
  ),
} satisfies Record<string, JsonSchema>;
