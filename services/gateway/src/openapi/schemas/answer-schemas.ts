import {
  apiErrorCodes,
  inputTypes,
  longInputs,
  stepCategories,
  stepKinds,
  type Fault,
  type JsonSchema,
  type PromptTemplateDefinition,
  type ResolvedStep,
} from '@medley/contracts';
import type { PublicPipeline } from '../../pipelines/pipeline-view';
import type { DescribedStep } from '../../routes/catalogue-routes';
import type { BatchResult } from '../../tasks/create-batch';
import * as schema from './schema-builders';

interface Page {
  items: unknown;
  pagination: unknown;
}

const count = { type: 'integer', minimum: 0 };

function pageOf(name: string): JsonSchema {
  return schema.recordOf<Page>({
    items: schema.listOf(schema.refTo(name)),
    pagination: schema.refTo('Pagination'),
  });
}

/** What answers hold besides tasks. */
export const answerSchemas = {
  Error: schema.recordOf<{ success: false; error: object; errors?: object }>(
    {
      success: { const: false },
      error: schema.refTo('ErrorFacts'),
      errors: schema.listOf(schema.refTo('Fault'), 'Every fault at once; only with `VALIDATION_ERROR`.'),
    },
    { optional: ['errors'] },
  ),
  ErrorFacts: schema.recordOf<{ code: string; message: string }>({
    code: schema.choiceOf(apiErrorCodes),
    message: schema.text,
  }),
  Fault: schema.recordOf<Fault>({
    field: schema.textThat('Path of the field: `steps[1].depends_on[0]`, `metadata[3].key`, `url`.'),
    message: schema.text,
  }),
  Pagination: schema.recordOf<{ total: number; limit: number; offset: number }>({
    total: count,
    limit: count,
    offset: count,
  }),
  TaskPage: pageOf('ListedTask'),
  PipelinePage: pageOf('Pipeline'),
  DeliveryList: schema.recordOf<{ items: unknown }>({ items: schema.listOf(schema.refTo('Delivery')) }),
  Pipeline: schema.recordOf<PublicPipeline>({
    id: schema.uuid,
    name: schema.text,
    description: schema.orNull(schema.text),
    steps: schema.listOf(schema.refTo('Step')),
    is_default: { type: 'boolean', description: 'A template of the system, which nobody changes.' },
    created_at: schema.timestamp,
    updated_at: schema.timestamp,
  }),
  Step: schema.recordOf<ResolvedStep>({
    id: schema.text,
    name: schema.choiceOf(stepKinds),
    depends_on: schema.listOf(schema.text),
    options: { type: 'object' },
  }),
  BatchResult: schema.recordOf<BatchResult>({
    results: schema.listOf(
      { oneOf: [schema.refTo('BatchSuccess'), schema.refTo('BatchFailure')] },
      'In the order of the request.',
    ),
    summary: schema.recordOf<BatchResult['summary']>({ total: count, succeeded: count, failed: count }),
  }),
  BatchSuccess: schema.recordOf<{ index: number; success: true; data: object }>({
    index: count,
    success: { const: true },
    data: schema.recordOf<{ id: string; status: string }>({ id: schema.uuid, status: { const: 'pending' } }),
  }),
  BatchFailure: schema.recordOf<{ index: number; success: false; error: object; errors?: object }>(
    {
      index: count,
      success: { const: false },
      error: schema.refTo('ErrorFacts'),
      errors: schema.listOf(schema.refTo('Fault')),
    },
    { optional: ['errors'] },
  ),
  StepKind: schema.recordOf<DescribedStep>({
    name: schema.choiceOf(stepKinds),
    category: schema.choiceOf(stepCategories),
    description: schema.text,
    input_types: schema.listOf(schema.choiceOf(inputTypes), 'What a task must bring for this step.'),
    output_type: schema.choiceOf(['text', 'media']),
    options_schema: { type: 'object', description: 'JSON Schema (draft 2020-12) of the `options`.' },
    available: { type: 'boolean', description: 'Whether tasks with this step are taken right now.' },
    price: schema.recordOf<DescribedStep['price']>(
      { fixed: schema.number, per_minute: schema.number, per_1000_characters: schema.number },
      { description: 'Credits: per step, per minute of media, per 1,000 characters.' },
    ),
  }),
  StepList: schema.recordOf<{ steps: unknown; categories: unknown; input_types: unknown }>({
    steps: schema.listOf(schema.refTo('StepKind')),
    categories: schema.listOf(schema.choiceOf(stepCategories)),
    input_types: schema.listOf(schema.choiceOf(inputTypes)),
  }),
  TemplateList: schema.recordOf<{ items: unknown }>({
    items: schema.listOf(
      schema.recordOf<PromptTemplateDefinition & { name: string }>({
        name: schema.text,
        description: schema.text,
        long: schema.choiceOf(
          longInputs,
          'What becomes of text that is too long for the model: notes of its parts make one answer, the answers to ' +
            'its parts are joined in order, or it is refused.',
        ),
      }),
    ),
  }),
  Balance: schema.recordOf<{ balance: number; reserved: number; charged: number; tariff: string }>({
    balance: schema.numberThat('Credits that can be spent.'),
    reserved: schema.numberThat('Credits set aside for tasks under way.'),
    charged: schema.numberThat('Credits spent so far.'),
    tariff: schema.text,
  }),
} satisfies Record<string, JsonSchema>;
