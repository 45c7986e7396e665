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
import * as is from './words';

interface Page {
  items: unknown;
  pagination: unknown;
}

const count = { type: 'integer', minimum: 0 };

function pageOf(name: string): JsonSchema {
  return is.recordOf<Page>({ items: is.listOf(is.refTo(name)), pagination: is.refTo('Pagination') });
}

/** What answers hold besides tasks. */
export const answerSchemas = {
  Error: is.recordOf<{ success: false; error: object; errors?: object }>(
    {
      success: { const: false },
      error: is.refTo('ErrorFacts'),
      errors: is.listOf(is.refTo('Fault'), 'Every fault at once; only with `VALIDATION_ERROR`.'),
    },
    { optional: ['errors'] },
  ),
  ErrorFacts: is.recordOf<{ code: string; message: string }>({
    code: is.choiceOf(apiErrorCodes),
    message: is.text,
  }),
  Fault: is.recordOf<Fault>({
    field: is.textThat('Path of the field: `steps[1].depends_on[0]`, `metadata[3].key`, `url`.'),
    message: is.text,
  }),
  Pagination: is.recordOf<{ total: number; limit: number; offset: number }>({
    total: count,
    limit: count,
    offset: count,
  }),
  TaskPage: pageOf('ListedTask'),
  PipelinePage: pageOf('Pipeline'),
  DeliveryList: is.recordOf<{ items: unknown }>({ items: is.listOf(is.refTo('Delivery')) }),
  Pipeline: is.recordOf<PublicPipeline>({
    id: is.uuid,
    name: is.text,
    description: is.orNull(is.text),
    steps: is.listOf(is.refTo('Step')),
    is_default: { type: 'boolean', description: 'A template of the system, which nobody changes.' },
    created_at: is.timestamp,
    updated_at: is.timestamp,
  }),
  Step: is.recordOf<ResolvedStep>({
    id: is.text,
    name: is.choiceOf(stepKinds),
    depends_on: is.listOf(is.text),
    options: { type: 'object' },
  }),
  BatchResult: is.recordOf<BatchResult>({
    results: is.listOf(
      { oneOf: [is.refTo('BatchSuccess'), is.refTo('BatchFailure')] },
      'In the order of the request.',
    ),
    summary: is.recordOf<BatchResult['summary']>({ total: count, succeeded: count, failed: count }),
  }),
  BatchSuccess: is.recordOf<{ index: number; success: true; data: object }>({
    index: count,
    success: { const: true },
    data: is.recordOf<{ id: string; status: string }>({ id: is.uuid, status: { const: 'pending' } }),
  }),
  BatchFailure: is.recordOf<{ index: number; success: false; error: object; errors?: object }>(
    {
      index: count,
      success: { const: false },
      error: is.refTo('ErrorFacts'),
      errors: is.listOf(is.refTo('Fault')),
    },
    { optional: ['errors'] },
  ),
  StepKind: is.recordOf<DescribedStep>({
    name: is.choiceOf(stepKinds),
    category: is.choiceOf(stepCategories),
    description: is.text,
    input_types: is.listOf(is.choiceOf(inputTypes), 'What a task must bring for this step.'),
    output_type: is.choiceOf(['text', 'media']),
    options_schema: { type: 'object', description: 'JSON Schema (draft 2020-12) of the `options`.' },
    available: { type: 'boolean', description: 'Whether tasks with this step are taken right now.' },
    price: is.recordOf<DescribedStep['price']>(
      { fixed: is.number, per_minute: is.number, per_1000_characters: is.number },
      { description: 'Credits: per step, per minute of media, per 1,000 characters.' },
    ),
  }),
  StepList: is.recordOf<{ steps: unknown; categories: unknown; input_types: unknown }>({
    steps: is.listOf(is.refTo('StepKind')),
    categories: is.listOf(is.choiceOf(stepCategories)),
    input_types: is.listOf(is.choiceOf(inputTypes)),
  }),
  TemplateList: is.recordOf<{ items: unknown }>({
    items: is.listOf(
      is.recordOf<PromptTemplateDefinition & { name: string }>({
        name: is.text,
        description: is.text,
        long: is.choiceOf(
          longInputs,
          'What becomes of text that is too long for the model: notes of its parts make one answer, the answers to ' +
            'its parts are joined in order, or it is refused.',
        ),
      }),
    ),
  }),
  Balance: is.recordOf<{ balance: number; reserved: number; charged: number; tariff: string }>({
    balance: is.numberThat('Credits that can be spent.'),
    reserved: is.numberThat('Credits set aside for tasks under way.'),
    charged: is.numberThat('Credits spent so far.'),
    tariff: is.text,
  }),
} satisfies Record<string, JsonSchema>;
