import Joi from 'joi';
import {
  limits,
  stepOptionsSchemas,
  textOf,
  type DepersonalizeMode,
  type DepersonalizeOptions,
  type TranscribeOptions,
} from '@medley/contracts';
import { filename, language, mode } from '../../validation/fields';
import {
  creationFields,
  mediaLink,
  promptFields,
  sourceField,
  type CreationFields,
} from '../tasks/creation/creation-fields';

interface MediaBody extends CreationFields {
  url: string;
  source_headers?: Record<string, string>;
  filename?: string;
}

const media = { ...creationFields, url: mediaLink.required(), ...sourceField, filename };

export const transcodeBody: Joi.ObjectSchema<MediaBody> = Joi.object<MediaBody>(media)
  .unknown(true)
  .meta({ component: 'TranscodeRequest' });

export interface TranscribeBody extends MediaBody, TranscribeOptions {
  diarization: boolean;
}

/** The schema of an option of the transcribe step. */
const optionOf = (name: keyof TranscribeOptions): Joi.Schema => stepOptionsSchemas.transcribe.extract(name);

export const transcribeBody: Joi.ObjectSchema<TranscribeBody> = Joi.object<TranscribeBody>({
  ...media,
  diarization: Joi.boolean().default(true).description('Distinguish the speakers (diarization).'),
  language: Joi.alternatives(Joi.valid('auto'), language).description('ISO 639-1 or `auto`. Absent: `ru`.'),
  min_speakers: optionOf('min_speakers'),
  max_speakers: optionOf('max_speakers'),
  vocabulary: optionOf('vocabulary'),
  words: optionOf('words'),
  model: optionOf('model'),
})
  .unknown(true)
  .meta({ component: 'TranscribeRequest' });

export interface LlmBody extends CreationFields {
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
  ...creationFields,
  ...promptFields,
  input: textOf(1, limits.inputMax).required(),
  prompt: textOf(1, limits.promptMax).required().description('The instruction.'),
  provider: textOf(1, 100),
  model: textOf(1, 200),
})
  .unknown(true)
  .meta({ component: 'LlmRequest' });

export interface PiiBody extends CreationFields, DepersonalizeOptions {
  input: string;
  mode: DepersonalizeMode;
}

export const piiBody: Joi.ObjectSchema<PiiBody> = Joi.object<PiiBody>({
  ...creationFields,
  input: textOf(1, limits.inputMax).required(),
  mode: mode.default('blind'),
  sensitivity: stepOptionsSchemas.depersonalize.extract('sensitivity'),
  min_score: stepOptionsSchemas.depersonalize.extract('min_score'),
  entity_types: stepOptionsSchemas.depersonalize.extract('entity_types'),
  allow_list: stepOptionsSchemas.depersonalize.extract('allow_list'),
  deny_list: stepOptionsSchemas.depersonalize.extract('deny_list'),
  patterns: stepOptionsSchemas.depersonalize.extract('patterns'),
})
  .unknown(true)
  .meta({ component: 'PiiRequest' });
