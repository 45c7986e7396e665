import { stepKinds, stepStatuses, taskStatuses, type JsonSchema } from '@medley/contracts';
import * as schema from '../../route-docs/schema-builders';

const progress = { type: 'number', minimum: 0, maximum: 1 };
const head = { task_id: schema.uuid, timestamp: schema.timestamp };

interface Head {
  task_id: string;
  timestamp: string;
}

/** Schemas of the events of a stream. */
export const eventSchemas = {
  TaskEvent: {
    description: '`data:` of one event of the stream.',
    anyOf: [
      schema.refTo('SnapshotEvent'),
      schema.refTo('StepEvent'),
      schema.refTo('DeltaEvent'),
      schema.refTo('TerminalEvent'),
    ],
  },
  AccountEvent: {
    description: '`data:` of one event of the stream of an account.',
    anyOf: [schema.refTo('CreatedEvent'), schema.refTo('StepEvent'), schema.refTo('TerminalEvent')],
  },
  CreatedEvent: schema.recordOf<
    Head & { status: string; progress: number; steps: object; webhook_url: string | null; metadata: object }
  >(
    {
      ...head,
      status: { const: 'pending' },
      progress: { const: 0 },
      steps: schema.listOf(
        schema.recordOf<{ id: string; name: string; depends_on: object }>({
          id: schema.text,
          name: schema.choiceOf(stepKinds),
          depends_on: schema.listOf(schema.text),
        }),
      ),
      webhook_url: schema.orNull(schema.text),
      metadata: schema.listOf(schema.refTo('Metadata')),
    },
    { description: '`task.created`' },
  ),
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
      step: schema.describedText('Id of the step.'),
      name: schema.choiceOf(stepKinds),
      status: schema.choiceOf(stepStatuses),
      attempt: { type: 'integer', minimum: 0 },
      progress,
      error: schema.describedText('`CODE: sentence`'),
    },
    {
      optional: ['name', 'progress', 'error'],
      description:
        '`step.queued`, `step.started`, `step.progress`, `step.completed`, `step.failed`, `step.retrying`.',
    },
  ),
  DeltaEvent: schema.recordOf<
    Head & { step: string; attempt: number; answer: number; offset: number; text: string }
  >(
    {
      ...head,
      step: schema.describedText('Id of the step.'),
      attempt: { type: 'integer', minimum: 1 },
      answer: {
        type: 'integer',
        minimum: 1,
        description: 'Counts the answers that the attempt has begun: with a new one the text begins anew.',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        description:
          'UTF-16 code units of the answer before `text`; more than were received: some were lost.',
      },
      text: schema.text,
    },
    {
      description: '`step.delta`: words of an `llm` step, as they come. Lossy, not repeated on resume.',
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
