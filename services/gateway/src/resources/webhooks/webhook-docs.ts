import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';
import { exampleDelivery } from './webhook-examples';

export const webhookDocs: Readonly<Record<'deliveries' | 'redeliver', RouteDocs>> = {
  deliveries: {
    id: 'listDeliveries',
    tag: 'Events and webhooks',
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
  },
  redeliver: {
    id: 'redeliver',
    tag: 'Events and webhooks',
    summary: 'Redeliver a webhook',
    success: { status: 202, description: 'The delivery; the attempt follows.', data: refTo('Delivery') },
    errors: ['NOT_FOUND', 'TASK_EXPIRED'],
    examples: [{ name: 'again', summary: 'The delivery so far', response: { data: exampleDelivery } }],
  },
};
