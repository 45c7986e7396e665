import Joi from 'joi';
import { limits, textOf, type DepersonalizeMode, type RequestedStep } from '@medley/contracts';
import { filename, language, link, metadata, mode, responseSchema, steps, ttl, uuid } from './fields';

/** Fields of every body that makes a task. */
export interface CommonBody {
  webhook_url?: string;
  ttl: number;
  metadata?: { key: string; value: string }[];
}

const common = { webhook_url: link, ttl, metadata };

export interface TaskBody extends CommonBody {
  url?: string;
  input?: string;
  steps?: RequestedStep[];
  pipeline_id?: string;
  language_in?: string;
  language_out?: string;
  template?: string;
  prompt?: string;
  filename?: string;
  response_schema?: Record<string, unknown>;
  responseSchema?: Record<string, unknown>;
}

const promptFields = {
  language_in: language,
  language_out: language,
  template: textOf(0, limits.templateMax),
  response_schema: responseSchema,
  responseSchema,
};

export const taskBody: Joi.ObjectSchema<TaskBody> = Joi.object<TaskBody>({
  ...common,
  ...promptFields,
  url: link,
  input: textOf(0, limits.inputMax),
  steps,
  pipeline_id: uuid,
  prompt: textOf(0, limits.promptMax),
  filename,
}).unknown(true);

interface MediaBody extends CommonBody {
  url: string;
  filename?: string;
}

const media = { ...common, url: link.required(), filename };

export const transcodeBody: Joi.ObjectSchema<MediaBody> = Joi.object<MediaBody>(media).unknown(true);

export interface TranscribeBody extends MediaBody {
  diarization: boolean;
  language?: string;
  model?: string;
}

export const transcribeBody: Joi.ObjectSchema<TranscribeBody> = Joi.object<TranscribeBody>({
  ...media,
  diarization: Joi.boolean().default(true),
  language: Joi.alternatives(Joi.valid('auto'), language),
  model: textOf(1, 200),
}).unknown(true);

export interface LlmBody extends CommonBody {
  input: string;
  prompt: string;
  template?: string;
  language_in?: string;
  language_out?: string;
  response_schema?: Record<string, unknown>;
  responseSchema?: Record<string, unknown>;
  provider?: string;
  model?: string;
}

export const llmBody: Joi.ObjectSchema<LlmBody> = Joi.object<LlmBody>({
  ...common,
  ...promptFields,
  input: textOf(1, limits.inputMax).required(),
  prompt: textOf(1, limits.promptMax).required(),
  provider: textOf(1, 100),
  model: textOf(1, 200),
}).unknown(true);

export interface PiiBody extends CommonBody {
  input: string;
  mode: DepersonalizeMode;
}

export const piiBody: Joi.ObjectSchema<PiiBody> = Joi.object<PiiBody>({
  ...common,
  input: textOf(1, limits.inputMax).required(),
  mode: mode.default('blind'),
}).unknown(true);
