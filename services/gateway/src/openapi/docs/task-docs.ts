import { listQuery } from '../../validation/query-schemas';
import { exampleDelivery, transcodedTask, transcodeTask } from '../examples/example-results';
import { failedTask, listedTask } from '../examples/example-tasks';
import type { RouteDocs } from '../route-docs';
import { refTo } from '../schemas/schema-builders';

/** Reading tasks and wishing for changes of them. */
export const taskDocs: Readonly<
  Record<'list' | 'get' | 'delete' | 'cancel' | 'deliveries' | 'redeliver', RouteDocs>
> = {
  list: {
    id: 'listTasks',
    tag: 'Tasks',
    summary: 'List tasks, the newest first',
    description:
      'Entries have no `input` and no `output`. `include=output` adds the outputs, the newest first, while the answer stays ' +
      'within 8 MiB; an entry that has no room for its output says so in `output_omitted`: read that task by its id.',
    query: listQuery,
    success: { status: 200, description: 'A page of tasks.', data: refTo('TaskPage') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'completed',
        summary: 'The newest completed tasks',
        query: { status: 'completed', limit: '10' },
        answer: {
          data: { items: [listedTask(transcodedTask)], pagination: { total: 1, limit: 10, offset: 0 } },
        },
      },
      {
        name: 'outputs',
        summary: 'With outputs',
        query: { include: 'output', limit: '1' },
        answer: {
          data: {
            items: [{ ...listedTask(transcodedTask), output: transcodedTask.output }],
            pagination: { total: 1, limit: 1, offset: 0 },
          },
        },
      },
    ],
  },
  get: {
    id: 'getTask',
    tag: 'Tasks',
    summary: 'Read a task',
    success: { status: 200, description: 'The task as it is now.', data: refTo('Task') },
    examples: [
      { name: 'completed', summary: 'A task that has completed', answer: { data: transcodedTask } },
      { name: 'failed', summary: 'A task that has failed', answer: { data: failedTask(transcodeTask) } },
    ],
  },
  delete: {
    id: 'deleteTask',
    tag: 'Tasks',
    summary: 'Delete what a task holds',
    description:
      'Input, output and files are gone now; the record stays, `expired`. A pending task is canceled first.',
    success: { status: 200, description: 'What is left of the task.', data: refTo('Task') },
    examples: [
      {
        name: 'deleted',
        summary: 'What is left',
        answer: { data: { ...transcodedTask, input: null, output: null, filename: null, expired: true } },
      },
    ],
  },
  cancel: {
    id: 'cancelTask',
    tag: 'Tasks',
    summary: 'Cancel a task',
    description:
      'The task ends `failed` with `CANCELED: …` and sends `task.failed`; what was not used of the money returns.',
    success: { status: 202, description: 'The wish is stored; the task ends soon.', data: refTo('Task') },
    errors: ['TASK_NOT_CANCELABLE'],
    examples: [{ name: 'pending', summary: 'Not ended yet', answer: { data: transcodeTask } }],
  },
  deliveries: {
    id: 'listDeliveries',
    tag: 'Events and webhooks',
    summary: 'List the webhook deliveries of a task',
    success: {
      status: 200,
      description: 'The delivery with every attempt; no items without a webhook.',
      data: refTo('DeliveryList'),
    },
    examples: [
      {
        name: 'delivered',
        summary: 'Delivered at the second attempt',
        answer: { data: { items: [exampleDelivery] } },
      },
    ],
  },
  redeliver: {
    id: 'redeliver',
    tag: 'Events and webhooks',
    summary: 'Send a webhook once more',
    success: { status: 202, description: 'The delivery; the attempt follows.', data: refTo('Delivery') },
    errors: ['NOT_FOUND', 'TASK_EXPIRED'],
    examples: [{ name: 'again', summary: 'The delivery so far', answer: { data: exampleDelivery } }],
  },
};
