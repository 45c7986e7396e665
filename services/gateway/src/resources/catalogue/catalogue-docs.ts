import Joi from 'joi';
import {
  inputTypes,
  jsonSchemaOf,
  promptTemplates,
  stepCatalogue,
  stepCategories,
  stepOptionsSchemas,
} from '@medley/contracts';
import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';

const { description, category } = stepCatalogue.depersonalize;

export const catalogueDocs: Readonly<Record<'steps' | 'templates', RouteDocs>> = {
  steps: {
    id: 'listSteps',
    tag: 'Catalogue',
    summary: 'List the steps, their options and prices',
    query: Joi.object({ category: Joi.valid(...stepCategories), input_type: Joi.valid(...inputTypes) }),
    success: { status: 200, description: 'The steps.', data: refTo('StepList') },
    errors: ['INVALID_CATEGORY', 'INVALID_INPUT_TYPE'],
    examples: [
      {
        name: 'privacy',
        summary: 'Steps of the category privacy with text input',
        query: { category: 'privacy', input_type: 'text' },
        response: {
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
                reason: null,
                workers: 2,
                waiting: 0,
                price: { fixed: 0.05, per_minute: 0, per_1000_characters: 0.02 },
                models: [],
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
    description: 'Values of `template`. The template is the system prompt, `prompt` the message of the user.',
    success: { status: 200, description: 'The templates.', data: refTo('TemplateList') },
    examples: [
      {
        name: 'templates',
        summary: 'The first template',
        response: { data: { items: [{ name: 'summary', ...promptTemplates.summary }] } },
      },
    ],
  },
};
