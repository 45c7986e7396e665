import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';
import { EXAMPLE_HOOK } from '../tasks/examples/example-tasks';
import { deliveryQuery } from './list-deliveries';
import { rotateBody } from './rotate-secret';
import { webhookTestBody } from './test-webhook';
import { exampleDelivery, exampleRotation, exampleTestResult } from './webhook-examples';

const tag = 'Events and webhooks';

const deliveries: RouteDocs = {
  id: 'listDeliveries',
  tag,
  summary: 'List the webhook deliveries of a task',
  success: {
    status: 200,
    description: 'The delivery with its attempts; empty without a webhook.',
    data: refTo('DeliveryList'),
  },
  examples: [
    {
      name: 'delivered',
      summary: 'Delivered at the second attempt',
      response: { data: { items: [exampleDelivery] } },
    },
  ],
};

const redeliver: RouteDocs = {
  id: 'redeliver',
  tag,
  summary: 'Redeliver a webhook',
  success: { status: 202, description: 'The delivery; the attempt follows.', data: refTo('Delivery') },
  errors: ['NOT_FOUND', 'TASK_EXPIRED'],
  examples: [{ name: 'again', summary: 'The delivery so far', response: { data: exampleDelivery } }],
};

const allDeliveries: RouteDocs = {
  id: 'listAllDeliveries',
  tag,
  summary: 'List the webhook deliveries of all tasks',
  query: deliveryQuery,
  success: { status: 200, description: 'Newest first.', data: refTo('DeliveryPage') },
  errors: ['VALIDATION_ERROR'],
  examples: [
    {
      name: 'failed',
      summary: 'What a receiver has missed',
      query: { status: 'failed', limit: '50' },
      response: {
        data: {
          items: [{ ...exampleDelivery, status: 'failed' }],
          pagination: { limit: 50, next_cursor: null },
        },
      },
    },
  ],
};

const oneDelivery: RouteDocs = {
  id: 'getDelivery',
  tag,
  summary: 'Read a webhook delivery',
  success: { status: 200, description: 'The delivery with its attempts.', data: refTo('Delivery') },
  errors: ['NOT_FOUND'],
  examples: [
    { name: 'delivered', summary: 'Delivered at the second attempt', response: { data: exampleDelivery } },
  ],
};

const redeliverAny: RouteDocs = {
  ...redeliver,
  id: 'redeliverDelivery',
  summary: 'Redeliver a webhook by the id of its delivery alone',
};

const test: RouteDocs = {
  id: 'testWebhook',
  tag,
  summary: 'Send a signed test to a receiver',
  description: `Sends \`{event: "webhook.test", timestamp}\` once, with the headers and the signature of a webhook, and returns
what the receiver answered within 10 seconds, with the first KiB of its body. Redirects are not followed.`,
  body: webhookTestBody,
  success: { status: 200, description: 'The answer of the receiver.', data: refTo('WebhookTestResult') },
  examples: [
    {
      name: 'accepted',
      summary: 'The receiver accepts',
      body: { url: EXAMPLE_HOOK },
      response: { data: exampleTestResult },
    },
  ],
};

const rotate: RouteDocs = {
  id: 'rotateWebhookSecret',
  tag,
  summary: 'Create a new webhook secret',
  description: `For \`overlap_hours\` webhooks have two signatures, of the new and of the previous secret; then the previous one
ends. There are never more than two: a rotation ends the secret before the previous one at once.`,
  headers: ['Idempotency-Key'],
  body: rotateBody,
  success: { status: 200, description: 'The new secret; store it.', data: refTo('RotatedSecret') },
  errors: ['NOT_FOUND'],
  examples: [
    {
      name: 'day',
      summary: 'Both are valid for a day',
      body: { overlap_hours: 24 },
      response: { data: exampleRotation },
    },
  ],
};

export const webhookDocs = { deliveries, redeliver, allDeliveries, oneDelivery, redeliverAny, test, rotate };
