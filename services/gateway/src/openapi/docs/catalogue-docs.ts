import Joi from 'joi';
import {
  inputTypes,
  jsonSchemaOf,
  promptTemplates,
  stepCatalogue,
  stepCategories,
  stepOptionsSchemas,
} from '@medley/contracts';
import type { RouteDocs } from '../route-docs';
import { refTo } from '../schemas/schema-builders';

const { description, category } = stepCatalogue.depersonalize;

/** What there is to choose from, and what is left to spend. */
export const catalogueDocs: Readonly<Record<'steps' | 'templates' | 'balance', RouteDocs>> = {
  steps: {
    id: 'listSteps',
    tag: 'Catalogue',
    summary: 'List the steps, their options and prices',
    query: Joi.object({ category: Joi.valid(...stepCategories), input_type: Joi.valid(...inputTypes) }),
    success: { status: 200, description: 'What tasks can be made of.', data: refTo('StepList') },
    errors: ['INVALID_CATEGORY', 'INVALID_INPUT_TYPE'],
    examples: [
      {
        name: 'privacy',
        summary: 'Steps that work on text for privacy',
        query: { category: 'privacy', input_type: 'text' },
        answer: {
          data: {
            steps: [
              {
                name: 'depersonalize',
                category,
                description,
                input_types: ['text'],
                output_type: 'text',
                options_schema: jsonSchemaOf(stepOptionsSchemas.depersonalize),
                available: true,
                price: { fixed: 0.05, per_minute: 0, per_1000_characters: 0.02 },
              },
            ],
            categories: stepCategories,
            input_types: inputTypes,
          },
        },
      },
    ],
  },
  templates: {
    id: 'listTemplates',
    tag: 'Catalogue',
    summary: 'List the prompt templates',
    description: 'What `template` may name: it is the part of the system, `prompt` that of the user.',
    success: { status: 200, description: 'The templates.', data: refTo('TemplateList') },
    examples: [
      {
        name: 'templates',
        summary: 'The first of them',
        answer: { data: { items: [{ name: 'summary', ...promptTemplates.summary }] } },
      },
    ],
  },
  balance: {
    id: 'getBalance',
    tag: 'Account',
    summary: 'Read the balance of your account',
    success: { status: 200, description: 'Credits, and the tariff.', data: refTo('Balance') },
    errors: ['NOT_FOUND'],
    examples: [
      {
        name: 'balance',
        summary: 'With a task under way',
        answer: { data: { balance: 98.7, reserved: 0.2, charged: 1.1, tariff: 'standard' } },
      },
    ],
  },
};
