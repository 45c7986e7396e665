import { deliveryStates, taskStatuses, type JsonSchema } from '@medley/contracts';
import type { PublicDelivery, PublicDeliveryAttempt, TerminalTask } from '@medley/task-view';
import * as schema from '../../route-docs/schema-builders';
import type { RotatedSecret } from './rotate-secret';
import type { WebhookTestResult } from './test-webhook';

const nullable = schema.orNull;

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

/** Schemas of webhooks and of the responses about their deliveries. */
export const webhookSchemas = {
  CompletedTask: schema.recordOf<WithEnd & { output: unknown }>({
    ...common,
    status: { const: 'completed' },
    output: schema.orNull(schema.refTo('TaskOutput')),
  }),
  FailedTask: schema.recordOf<WithEnd & { error: string }>({
    ...common,
    status: { const: 'failed' },
    error: schema.describedText('`CODE: sentence`'),
  }),
  TaskCompletedWebhook: webhookOf('task.completed', 'CompletedTask'),
  TaskFailedWebhook: webhookOf('task.failed', 'FailedTask'),
  Delivery: schema.recordOf<PublicDelivery>({
    id: { ...schema.uuid, description: 'The `X-Service-Delivery` of every attempt.' },
    task_id: schema.uuid,
    event: schema.choiceOf(['task.completed', 'task.failed']),
    url: schema.text,
    status: schema.choiceOf(deliveryStates),
    created_at: schema.timestamp,
    next_attempt_at: nullable(schema.timestamp),
    attempts_total: {
      type: 'integer',
      minimum: 0,
      description: 'Number of attempts so far; beyond 50, `attempts` omits the oldest manual ones.',
    },
    attempts: schema.listOf(schema.refTo('DeliveryAttempt')),
  }),
  DeliveryAttempt: schema.recordOf<PublicDeliveryAttempt>(
    {
      attempt: { type: 'integer', minimum: 1 },
      status_code: nullable(schema.integer),
      response_time_ms: nullable(schema.integer),
      error: nullable(schema.text),
      trigger: schema.choiceOf(['scheduled', 'manual']),
      started_at: schema.timestamp,
    },
    { description: 'Status, time and error are null while the attempt is in progress.' },
  ),
  DeliveryPage: schema.recordOf<{ items: unknown; pagination: unknown }>({
    items: schema.listOf(schema.refTo('Delivery')),
    pagination: schema.recordOf<{ limit: number; next_cursor: string | null }>({
      limit: schema.count,
      next_cursor: nullable(schema.describedText('For `cursor`; null on the last page.')),
    }),
  }),
  WebhookTestResult: schema.recordOf<WebhookTestResult>({
    id: { ...schema.uuid, description: 'The `X-Service-Delivery` of the test.' },
    delivered: { type: 'boolean', description: 'A status of 200 to 299.' },
    status_code: nullable(schema.integer),
    response_time_ms: schema.integer,
    error: nullable(
      schema.describedText('As in the history of deliveries; null for a status of 200 to 299.'),
    ),
    body: nullable(schema.describedText('The first KiB of the response; null without one.')),
  }),
  RotatedSecret: schema.recordOf<RotatedSecret>({
    webhook_secret: schema.describedText('`whsec_…`'),
    previous_valid_until: nullable(schema.timestamp),
  }),
  DeliveryList: schema.recordOf<{ items: unknown }>({ items: schema.listOf(schema.refTo('Delivery')) }),
} satisfies Record<string, JsonSchema>;
