import Joi from 'joi';
import { listOf } from './bounded-list';
import { entityTypes } from './entity-types';
import { limits } from './limits';
import { depersonalizeModes, sensitivities, type DepersonalizeMode, type Sensitivity } from './payloads';
import type { StepKind } from './step-kinds';
import { languageCode, textOf } from './text-rules';

/** `bitrate` is in bits per second; values from 8 to 320 are read as kbit/s. */
export interface TranscodeOptions {
  bitrate?: number;
  sample_rate?: number;
  channels?: 1 | 2;
  /** Loudness by EBU R 128. */
  normalize?: boolean;
  /** Seconds from the start of the media. */
  start?: number;
  end?: number;
}

export interface TranscribeOptions {
  /** ISO 639-1 or `auto`. */
  language?: string;
  diarization?: boolean;
  min_speakers?: number;
  max_speakers?: number;
  vocabulary?: string[];
  words?: boolean;
  model?: string;
}

export interface LlmOptions {
  prompt?: string;
  template?: string;
  provider?: string;
  model?: string;
  temperature?: number;
  response_schema?: Record<string, unknown>;
}

export interface DepersonalizeOptions {
  mode?: DepersonalizeMode;
  sensitivity?: Sensitivity;
  /** Entities with a lower `score` stay in the text, 0..1. */
  min_score?: number;
  entity_types?: string[];
  allow_list?: string[];
  /** A plain text has the type `CUSTOM_DENIED`. */
  deny_list?: (string | { text: string; type?: string })[];
  patterns?: { type: string; regex: string }[];
}

const redactSounds = ['beep', 'silence'] as const;
export type RedactSound = (typeof redactSounds)[number];

export interface RedactOptions {
  with?: RedactSound;
  /** Added before and after what is made inaudible. */
  padding_ms?: number;
}

/** Options as workers receive them: the step's options merged over the task's defaults. */
export interface StepRunOptions {
  fetch: Record<string, never>;
  transcode: TranscodeOptions;
  transcribe: TranscribeOptions & { language: string; diarization: boolean };
  llm: LlmOptions & { language_in: string; language_out: string };
  depersonalize: DepersonalizeOptions & { mode: DepersonalizeMode; language: string };
  restore: Record<string, never>;
  redact: RedactOptions;
}

/** Sample rates of MPEG audio layer III, in hertz. */
const sampleRates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const KBIT = 1_000;

const seconds = Joi.number().min(0).max(86_400);

const bitrate = Joi.number()
  .integer()
  .description('Of the MP3, in bits per second; 8 to 320 are taken as kbit/s.')
  .meta({
    json: {
      anyOf: [
        { minimum: 8, maximum: 320 },
        { minimum: 8 * KBIT, maximum: 320 * KBIT },
      ],
    },
  })
  .custom((value: number, helpers) => {
    const bits = value <= 320 ? value * KBIT : value;
    if (bits >= 8 * KBIT && bits <= 320 * KBIT) return bits;
    return helpers.message({ custom: 'must be 8 to 320 kbit/s' });
  });

/** The type of a text of `deny_list` that names none. */
export const DENIED_TYPE = 'CUSTOM_DENIED';

const customType = Joi.string()
  .max(limits.customTypeMax)
  .pattern(/^CUSTOM_[A-Z0-9_]+$/)
  .messages({
    'string.pattern.base': 'must be CUSTOM_ and then A–Z, 0–9 and _',
    'string.max': `must have at most ${limits.customTypeMax} characters`,
  })
  .description('Shown as the type of the entity and in its marker.');

const deniedText = Joi.alternatives()
  .conditional(Joi.object(), {
    then: Joi.object({ text: textOf(1, limits.denyListItemMax).required(), type: customType }),
    otherwise: textOf(1, limits.denyListItemMax),
  })
  .meta({ component: 'DeniedText' });

const pattern = Joi.object({
  type: customType.required(),
  regex: textOf(1, limits.patternMax)
    .required()
    .description('RE2 syntax: linear time, so without backreferences and lookaround. `(?i)` ignores case.'),
}).meta({ component: 'OwnPattern' });

/** Schemas of the `options` by kind. Unknown options are refused; `null` means absent. */
export const stepOptionsSchemas: Readonly<Record<StepKind, Joi.ObjectSchema>> = {
  fetch: Joi.object({}).meta({ component: 'FetchOptions' }),
  transcode: Joi.object({
    bitrate,
    sample_rate: Joi.number()
      .valid(...sampleRates)
      .description('Hertz.'),
    channels: Joi.number().valid(1, 2),
    normalize: Joi.boolean().description('Normalize the loudness (EBU R 128).'),
    start: seconds.description('Seconds from the start of the media.'),
    end: seconds
      .when('start', {
        is: Joi.exist(),
        then: Joi.number()
          .greater(Joi.ref('start'))
          .messages({ 'number.greater': '{{#label}} must be greater than start' }),
      })
      .description('Seconds from the start of the media; must be greater than `start`.'),
  }).meta({ component: 'TranscodeOptions' }),
  transcribe: Joi.object({
    language: Joi.alternatives(Joi.valid('auto'), languageCode()).description(
      'ISO 639-1, or `auto`. Absent: the `language_in` of the task.',
    ),
    diarization: Joi.boolean().description('Label the speakers. Absent: true.'),
    min_speakers: Joi.number().integer().min(1).max(32),
    max_speakers: Joi.number()
      .integer()
      .min(1)
      .max(32)
      .when('min_speakers', { is: Joi.exist(), then: Joi.number().min(Joi.ref('min_speakers')) })
      .description('Not less than `min_speakers`.'),
    vocabulary: listOf(textOf(1, limits.vocabularyItemMax), limits.vocabularyMax).description(
      'Words to expect: names, terms.',
    ),
    words: Joi.boolean().description('Also the times of each word.'),
    model: textOf(1, 200).description('A model listed by `GET /steps` or by the error for an unknown model.'),
  }).meta({ component: 'TranscribeOptions' }),
  llm: Joi.object({
    prompt: textOf(1, 10_000).description('The instruction. Absent: the `prompt` of the task.'),
    template: textOf(1, 100).description('A name of `GET /templates`. Absent: the `template` of the task.'),
    provider: textOf(1, 100),
    model: textOf(1, 200),
    temperature: Joi.number().min(0).max(2),
    response_schema: Joi.object()
      .unknown(true)
      .description('JSON Schema of the completion, which is then returned as `output.<id>.data`.'),
  })
    .rename('responseSchema', 'response_schema', { ignoreUndefined: true, override: false })
    .meta({ component: 'LlmOptions' }),
  depersonalize: Joi.object({
    mode: Joi.valid(...depersonalizeModes).description('Absent: `blind`.'),
    sensitivity: Joi.valid(...sensitivities).description(
      'How readily a word is taken for a name of a person: `high` misses fewer names and marks more other words. Absent: `balanced`.',
    ),
    min_score: Joi.number()
      .min(0)
      .max(1)
      .description(
        'Entities with a lower `score` stay in the text; own rules have the score 1. Absent: 0, everything found is removed.',
      ),
    entity_types: listOf(Joi.valid(...entityTypes), limits.entityTypesMax)
      .min(1)
      .description('What to remove. Absent: everything.'),
    allow_list: listOf(textOf(1, limits.allowListItemMax), limits.allowListMax).description(
      'Texts to leave as they are.',
    ),
    deny_list: listOf(deniedText, limits.denyListMax).description(
      'Texts to remove wherever they stand as whole words, compared like `allow_list`, which wins. A plain text has ' +
        `the type \`${DENIED_TYPE}\`.`,
    ),
    patterns: listOf(pattern, limits.patternsMax).description(
      'Regular expressions whose matches are removed, in every mode and whatever `entity_types` says; `allow_list` wins.',
    ),
  }).meta({ component: 'DepersonalizeOptions' }),
  restore: Joi.object({}).meta({ component: 'RestoreOptions' }),
  redact: Joi.object({
    with: Joi.valid(...redactSounds).description('What is heard instead. Absent: `beep`.'),
    padding_ms: Joi.number()
      .integer()
      .min(0)
      .max(limits.paddingMsMax)
      .description(`Milliseconds added on both sides. Absent: ${limits.paddingMsDefault}.`),
  }).meta({ component: 'RedactOptions' }),
};
