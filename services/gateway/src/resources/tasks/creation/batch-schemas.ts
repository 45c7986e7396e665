import type { JsonSchema } from '@medley/contracts';
import * as schema from '../../../route-docs/schema-builders';
import type { BatchResult } from './create-batch';

/** Schemas of the response to a batch. */
export const batchSchemas = {
  BatchResult: schema.recordOf<BatchResult>({
    results: schema.listOf(
      { oneOf: [schema.refTo('BatchSuccess'), schema.refTo('BatchFailure')] },
      'In the order of the request.',
    ),
    summary: schema.recordOf<BatchResult['summary']>({
      total: schema.count,
      succeeded: schema.count,
      failed: schema.count,
    }),
  }),
  BatchSuccess: schema.recordOf<{ index: number; success: true; data: object }>({
    index: schema.count,
    success: { const: true },
    data: schema.recordOf<{ id: string; status: string }>({ id: schema.uuid, status: { const: 'pending' } }),
  }),
  BatchFailure: schema.recordOf<{ index: number; success: false; error: object; errors?: object }>(
    {
      index: schema.count,
      success: { const: false },
      error: schema.refTo('ErrorFacts'),
      errors: schema.listOf(schema.refTo('Fault')),
    },
    { optional: ['errors'] },
  ),
} satisfies Record<string, JsonSchema>;
