import { stepKinds, stepStatuses, taskStatuses, type JsonSchema } from '@medley/contracts';
import type { TerminalTask } from '@medley/task-view';
import * as schema from './schema-builders';

const progress = { type: 'number', minimum: 0, maximum: 1 };
const head = { task_id: schema.uuid, timestamp: schema.timestamp };

interface Head {
  task_id: string;
  timestamp: string;
}

type WithEnd = Omit<TerminalTask, 'output' | 'error'>;

const common: Record<keyof WithEnd, JsonSchema> = {
  id: schema.uuid,
  status: schema.choiceOf(taskStatuses),
  completed_at: schema.timestamp,
  filename: schema.orNull(schema.text),
  metadata: schema.listOf(schema.refTo('Metadata')),
  created_at: schema.timestamp,
};

function webhookOf(event: string, task: string): JsonSchema {
  return schema.recordOf<{ event: string; task: object; timestamp: string }>({
    event: { const: event },
    task: schema.refTo(task),
    timestamp: { ...schema.timestamp, description: 'With milliseconds.' },
  });
}

/** What travels to webhooks and through event streams. */
export const eventSchemas = {
  CompletedTask: schema.recordOf<WithEnd & { output: unknown }>({
    ...common,
    status: { const: 'completed' },
    output: schema.orNull(schema.refTo('TaskOutput')),
  }),
  FailedTask: schema.recordOf<WithEnd & { error: string }>({
    ...common,
    status: { const: 'failed' },
    error: schema.textThat('`CODE: sentence`'),
  }),
  TaskCompletedWebhook: webhookOf('task.completed', 'CompletedTask'),
  TaskFailedWebhook: webhookOf('task.failed', 'FailedTask'),
  TaskEvent: {
    description: '`data:` of one event of the stream.',
    anyOf: [schema.refTo('SnapshotEvent'), schema.refTo('StepEvent'), schema.refTo('TerminalEvent')],
  },
  SnapshotEvent: schema.recordOf<Head & { status: string; progress: number; steps: object; task: object }>(
    {
      ...head,
      status: schema.choiceOf(taskStatuses),
      progress,
      steps: schema.listOf(schema.refTo('TaskStep')),
      task: schema.refTo('Task'),
    },
    { description: '`task.snapshot`: the task as it is when the stream begins.' },
  ),
  StepEvent: schema.recordOf<
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
      step: schema.textThat('Id of the step.'),
      name: schema.choiceOf(stepKinds),
      status: schema.choiceOf(stepStatuses),
      attempt: { type: 'integer', minimum: 0 },
      progress,
      error: schema.textThat('`CODE: sentence`'),
    },
    {
      optional: ['name', 'progress', 'error'],
      description:
        '`step.queued`, `step.started`, `step.progress`, `step.completed`, `step.failed`, `step.retrying`.',
    },
  ),
  TerminalEvent: schema.recordOf<Head & { status: string; progress: number; task: object }>(
    {
      ...head,
      status: schema.choiceOf(['completed', 'failed']),
      progress,
      task: { anyOf: [schema.refTo('CompletedTask'), schema.refTo('FailedTask')] },
    },
    { description: '`task.completed` or `task.failed`: the last event; `task` is that of the webhook.' },
  ),
} satisfies Record<string, JsonSchema>;
