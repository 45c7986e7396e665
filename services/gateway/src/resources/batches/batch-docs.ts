import type { JsonSchema } from '@medley/contracts';
import type { RouteDocs } from '../../route-docs/route-docs';
import * as schema from '../../route-docs/schema-builders';
import { exampleIds } from '../tasks/examples/example-tasks';
import type { PublicBatch } from './batch-view';

export const batchResourceSchemas = {
  Batch: schema.recordOf<PublicBatch>({
    id: schema.uuid,
    counts: schema.recordOf<PublicBatch['counts']>(
      { pending: schema.count, completed: schema.count, failed: schema.count },
      {
        description:
          'Tasks of the batch by status; those refused at creation and those deleted do not count.',
      },
    ),
    created_at: schema.timestamp,
  }),
} satisfies Record<string, JsonSchema>;

const pending = {
  id: exampleIds.batch,
  counts: { pending: 1, completed: 0, failed: 0 },
  created_at: '2026-03-02T09:30:00.000Z',
};
const data = schema.refTo('Batch');

export const batchDocs: Readonly<Record<'get' | 'cancel', RouteDocs>> = {
  get: {
    id: 'getBatch',
    tag: 'Tasks',
    summary: 'Read a batch',
    success: { status: 200, description: 'How many of its tasks have which status.', data },
    examples: [{ name: 'pending', summary: 'One task, not ended yet', response: { data: pending } }],
  },
  cancel: {
    id: 'cancelBatch',
    tag: 'Tasks',
    summary: 'Cancel the pending tasks of a batch',
    description:
      'Each of them ends `failed` with `CANCELED: …`, as by `POST /tasks/{taskId}/cancel`. May be repeated.',
    success: { status: 202, description: 'The requests are stored; the tasks end soon.', data },
    examples: [{ name: 'pending', summary: 'Not ended yet', response: { data: pending } }],
  },
};
