import {
  inputTypes,
  longInputs,
  stepCategories,
  stepKinds,
  type JsonSchema,
  type PromptTemplateDefinition,
} from '@medley/contracts';
import * as schema from '../../route-docs/schema-builders';
import type { DescribedModel } from '../../workers/describe-models';
import type { DescribedStep } from './catalogue-routes';

/** Schemas of the responses. */
export const catalogueSchemas = {
  StepKind: schema.recordOf<DescribedStep>({
    name: schema.choiceOf(stepKinds),
    category: schema.choiceOf(stepCategories),
    description: schema.text,
    input_types: schema.listOf(schema.choiceOf(inputTypes), 'Input that a task needs for this step.'),
    output_type: schema.choiceOf(['text', 'media']),
    options_schema: { type: 'object', description: 'JSON Schema (draft 2020-12) of the `options`.' },
    available: { type: 'boolean', description: 'Whether tasks with this step are accepted now.' },
    reason: schema.orNull(schema.describedText('Why it is not available, for the operator.')),
    workers: { type: 'integer', description: 'Instances that can run such a step now.' },
    waiting: {
      type: 'integer',
      description:
        'Tasks with such a step that awaits the turn of its account, counted up to 10,000; at most 2 s old.',
    },
    price: schema.recordOf<DescribedStep['price']>(
      { fixed: schema.number, per_minute: schema.number, per_1000_characters: schema.number },
      { description: 'Credits: per step, per minute of media, per 1,000 characters.' },
    ),
    models: schema.listOf(schema.refTo('Model'), 'Of ready speech and language engines; else empty.'),
  }),
  Model: schema.recordOf<DescribedModel>({
    name: { type: 'string', description: 'A value of the option `model`.' },
    engine: schema.text,
    default: { type: 'boolean', description: 'Whether steps without a `model` use it.' },
    languages: schema.orNull(
      schema.listOf(schema.text, 'ISO 639-1; null: not restricted, or unknown. Another language is refused.'),
    ),
    detects_language: {
      type: ['boolean', 'null'],
      description: 'Whether `language` may be `auto`; null: unknown, or no speech model.',
    },
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
          'How text beyond the context window is processed: a summary of notes on its chunks (`map-reduce`), the ' +
            'results of its chunks in order (`join`), or not at all (`none`).',
        ),
      }),
    ),
  }),
} satisfies Record<string, JsonSchema>;
