import Joi from 'joi';
import {
  limits,
  stepOptionsSchemas,
  textOf,
  type DepersonalizeMode,
  type DepersonalizeOptions,
  type RequestedStep,
  type TranscribeOptions,
} from '@medley/contracts';
import { filename, language, link, metadata, mode, responseSchema, steps, ttl, uuid } from './fields';

/** Fields of every body that makes a task. */
export interface CommonBody {
  webhook_url?: string;
  ttl: number;
  metadata?: { key: string; value: string }[];
}

const webhookUrl = link.description('Where the result is sent when the task ends.');
const common = { webhook_url: webhookUrl, ttl, metadata };

export interface TaskBody extends CommonBody {
  url?: string;
  input?: string;
  steps?: RequestedStep[];
  pipeline_id?: string;
  language_in: string;
  language_out: string;
  template?: string;
  prompt?: string;
  filename?: string;
  response_schema?: Record<string, unknown>;
  responseSchema?: Record<string, unknown>;
}

const mediaLink = link.description('Link to media: MP3, WAV, OGG, FLAC, M4A, MP4, WebM or MKV.');

const promptFields = {
  language_in: language.default(limits.languageDefault).description('ISO 639-1: the language of the text.'),
  language_out: language.default(limits.languageDefault).description('ISO 639-1: the language to answer in.'),
  template: textOf(0, limits.templateMax).description('Name of a prompt template, see `GET /templates`.'),
  response_schema: responseSchema,
  responseSchema,
};

export const taskBody: Joi.ObjectSchema<TaskBody> = Joi.object<TaskBody>({
  ...common,
  ...promptFields,
  url: mediaLink.description('Link to media. Required if `input` is absent.'),
  input: textOf(0, limits.inputMax).description('Text. Required if `url` is absent.'),
  steps,
  pipeline_id: uuid.description('A template of your own or of the system, instead of `steps`.'),
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

interface MediaBody extends CommonBody {
  url: string;
  filename?: string;
}

const media = { ...common, url: mediaLink.required(), filename };

export const transcodeBody: Joi.ObjectSchema<MediaBody> = Joi.object<MediaBody>(media)
  .unknown(true)
  .meta({ component: 'TranscodeRequest' });

export interface TranscribeBody extends MediaBody, TranscribeOptions {
  diarization: boolean;
}

/** The shortcut takes what its step takes, by the same rules. */
const optionOf = (name: keyof TranscribeOptions): Joi.Schema => stepOptionsSchemas.transcribe.extract(name);

export const transcribeBody: Joi.ObjectSchema<TranscribeBody> = Joi.object<TranscribeBody>({
  ...media,
  diarization: Joi.boolean().default(true).description('Tell the speakers apart.'),
  language: Joi.alternatives(Joi.valid('auto'), language).description('ISO 639-1 or `auto`. Absent: `ru`.'),
  min_speakers: optionOf('min_speakers'),
  max_speakers: optionOf('max_speakers'),
  vocabulary: optionOf('vocabulary'),
  words: optionOf('words'),
  model: optionOf('model'),
})
  .unknown(true)
  .meta({ component: 'TranscribeRequest' });

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
  prompt: textOf(1, limits.promptMax).required().description('The instruction.'),
  provider: textOf(1, 100),
  model: textOf(1, 200),
})
  .unknown(true)
  .meta({ component: 'LlmRequest' });

export interface PiiBody extends CommonBody, DepersonalizeOptions {
  input: string;
  mode: DepersonalizeMode;
}

export const piiBody: Joi.ObjectSchema<PiiBody> = Joi.object<PiiBody>({
  ...common,
  input: textOf(1, limits.inputMax).required(),
  mode: mode.default('blind'),
  entity_types: stepOptionsSchemas.depersonalize.extract('entity_types'),
  allow_list: stepOptionsSchemas.depersonalize.extract('allow_list'),
})
  .unknown(true)
  .meta({ component: 'PiiRequest' });
