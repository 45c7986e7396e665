import type { JsonSchema } from '@medley/contracts';
import * as schema from '../../../route-docs/schema-builders';
import type { StepCost } from './price-task';
import type { TaskEstimate } from './validate-task';
import type { BatchResult } from './create-batch';

/** Schemas of the responses to a batch and to a validation. */
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
    batch_id: schema.orNull({ ...schema.uuid, description: 'Null when no task was created.' }),
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
  TaskEstimate: schema.recordOf<TaskEstimate>({
    steps: schema.listOf(schema.refTo('Step')),
    cost: schema.recordOf<TaskEstimate['cost']>(
      { reserved: schema.number, by_step: schema.listOf(schema.refTo('StepCost')) },
      { description: 'Credits. `reserved` is taken at creation; what is not used returns at the end.' },
    ),
    available: schema.listOf(
      schema.recordOf<TaskEstimate['available'][number]>({
        step: schema.describedText('Id of the step.'),
        ok: schema.boolean,
        reason: schema.orNull(schema.text),
      }),
    ),
  }),
  StepCost: schema.recordOf<StepCost>({
    id: schema.text,
    fixed: schema.number,
    per_unit: schema.number,
    unit: schema.orNull(
      schema.choiceOf(['minute', '1000_characters'], 'Of the input; null: the price is fixed.'),
    ),
    estimate: schema.describedNumber('For the length that the reservation assumes.'),
  }),
} satisfies Record<string, JsonSchema>;
