import Joi from 'joi';
import { limits, listOf, STEPS_MAX, textOf } from '@medley/contracts';
import { stepId, ttlOfRetry } from '../../../validation/fields';
import { creationFields } from '../creation/creation-fields';

export interface RetryBody {
  from?: string[];
  /** By step id. */
  options?: Record<string, Record<string, unknown>>;
  prompt?: string;
  webhook_url?: string;
  ttl?: number;
  max_cost?: number;
  timeout?: number;
}

const { webhook_url, max_cost, timeout } = creationFields;

export const retryBody: Joi.ObjectSchema<RetryBody> = Joi.object<RetryBody>({
  from: listOf(stepId, STEPS_MAX)
    .min(1)
    .unique()
    .description(
      'Ids of steps to run again, with all below them. Default: the steps that failed or were skipped, which always run. ' +
        'Required for a completed task.',
    ),
  options: Joi.object()
    .pattern(Joi.string(), Joi.object().unknown(true))
    .messages({
      'object.base': `must be an object with the options of at most ${STEPS_MAX} steps, by their ids`,
    })
    .description('By the id of a step that runs: options that replace those it had; the others stay.')
    .meta({ json: { additionalProperties: { type: 'object' } } }),
  prompt: textOf(0, limits.promptMax).description('Replaces the instruction for the llm steps.'),
  webhook_url,
  ttl: ttlOfRetry,
  max_cost,
  timeout,
})
  .unknown(true)
  .meta({ component: 'RetryRequest' });
