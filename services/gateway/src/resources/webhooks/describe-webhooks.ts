import { webhookHeaders, type JsonSchema } from '@medley/contracts';
import { exampleIds } from '../tasks/examples/example-tasks';
import { refTo } from '../../route-docs/schema-builders';
import { webhookBodies } from './webhook-examples';

const headerDocs: Readonly<Record<keyof typeof webhookHeaders, { description: string; example: string }>> = {
  event: { description: 'The event type.', example: 'task.completed' },
  delivery: {
    description: 'Id of the delivery, the same on every attempt: use it to detect duplicates.',
    example: exampleIds.delivery,
  },
  attempt: { description: 'Number of the attempt, from 1.', example: '1' },
  id: { description: 'The same as `X-Service-Delivery` (Standard Webhooks).', example: exampleIds.delivery },
  timestamp: { description: 'Unix seconds of this attempt.', example: '1772443841' },
  signature: {
    description:
      '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` with the secret `whsec_…` of the account; ' +
      'two, separated by a space, while the secret is rotated.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

const description = `Sent to the \`webhook_url\` of a task when it ends. Answer with any 2xx within 10 seconds; anything else, a
redirect too, is a failed attempt. The next ones follow 5, 25 and 125 seconds after the one before has ended: 4 in all. The body
has the same bytes every time. Verify the signature over the raw bytes before you trust it.`;

/** The `webhooks` of the document. */
export function describeWebhooks(): JsonSchema {
  return {
    'task.completed': describeWebhook('task.completed', 'TaskCompletedWebhook', 'A task has completed'),
    'task.failed': describeWebhook('task.failed', 'TaskFailedWebhook', 'A task has failed'),
  };
}

function describeWebhook(event: keyof typeof webhookBodies, schema: string, summary: string): JsonSchema {
  const parameters = Object.entries(webhookHeaders).map(([key, name]) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string', ...(key === 'event' && { const: event }) },
    ...headerDocs[key as keyof typeof webhookHeaders],
    ...(key === 'event' && { example: event }),
  }));
  const content = { 'application/json': { schema: refTo(schema), example: webhookBodies[event] } };
  return {
    post: {
      operationId: event === 'task.completed' ? 'onTaskCompleted' : 'onTaskFailed',
      tags: ['Events and webhooks'],
      summary,
      description,
      security: [],
      parameters,
      requestBody: { required: true, content },
      responses: {
        '2XX': { description: 'Accepted. The body is not read.' },
        default: { description: 'Failed attempt, repeated as scheduled.' },
      },
    },
  };
}
