import Joi from 'joi';
import { limits, textOf, type RequestedStep } from '@medley/contracts';
import { filename, outputs, steps, uuid } from '../../../validation/fields';
import { creationFields, mediaLink, promptFields, sourceField, type CreationFields } from './creation-fields';

export interface TaskBody extends CreationFields {
  url?: string;
  source_headers?: Record<string, string>;
  input?: string;
  steps?: RequestedStep[];
  pipeline_id?: string;
  outputs?: string[];
  language_in: string;
  language_out: string;
  template?: string;
  prompt?: string;
  filename?: string;
  response_schema?: Record<string, unknown>;
  responseSchema?: Record<string, unknown>;
}

export const taskBody: Joi.ObjectSchema<TaskBody> = Joi.object<TaskBody>({
  ...creationFields,
  ...promptFields,
  url: mediaLink.description('Link to media. Required if `input` is absent.'),
  ...sourceField,
  input: textOf(0, limits.inputMax).description('Text. Required if `url` is absent.'),
  steps,
  pipeline_id: uuid.description('A template of your own or of the system, instead of `steps`.'),
  outputs,
  prompt: textOf(0, limits.promptMax).description('Instruction for the llm steps.'),
  filename,
})
  .unknown(true)
  .meta({
    component: 'TaskRequest',
    json: {
      anyOf: [{ required: ['url'] }, { required: ['input'] }],
      oneOf: [{ required: ['steps'] }, { required: ['pipeline_id'] }],
    },
  });
