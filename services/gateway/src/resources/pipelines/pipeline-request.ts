import Joi from 'joi';
import { limits, textOf, type RequestedStep } from '@medley/contracts';
import { outputs, steps } from '../../validation/fields';

export interface PipelineBody {
  name: string;
  description?: string;
  steps: RequestedStep[];
  outputs?: string[];
}

export const pipelineBody: Joi.ObjectSchema<PipelineBody> = Joi.object<PipelineBody>({
  name: textOf(1, limits.pipelineNameMax).required(),
  description: textOf(0, limits.pipelineDescriptionMax),
  steps: steps.required(),
  outputs,
})
  .unknown(true)
  .meta({ component: 'PipelineRequest' });
