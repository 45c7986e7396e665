import Joi from 'joi';
import { textOf, type ValidationIssue } from '@medley/contracts';
import { checkBody } from '../../validation/check-body';
import {
  granularities,
  responseFormats,
  type AnswerForm,
  type ResponseFormat,
} from '../../speech-answers/answer-form';
import { throwIfInvalid } from '../../validation/validation-error';

/** The formats that can be streamed. */
const streamedFormats: readonly ResponseFormat[] = ['json', 'text', 'diarized_json'];

/** The fields of a form; those that OpenAI has and Medley ignores are not among them. */
export interface SpeechFields extends AnswerForm {
  model: string;
  language?: string;
  prompt?: string;
  keywords: readonly string[];
  store: boolean;
}

const flag = Joi.boolean().default(false).prefs({ convert: true });
const list = Joi.array();

/** What the fields of a form may be. */
export const speechFields: Joi.ObjectSchema<SpeechFields> = Joi.object<SpeechFields>({
  model: textOf(1, 200)
    .required()
    .description('A name of `GET /v1/models`; `whisper-1`: the default engine.'),
  language: textOf(1, 100).description('ISO 639-1 or `auto`. Absent: `auto`.'),
  prompt: Joi.string().description('Words to expect.'),
  keywords: list.items(Joi.string()).default([]).description('Words to expect.'),
  response_format: Joi.valid(...responseFormats).default('json'),
  timestamp_granularities: list
    .items(Joi.valid(...granularities))
    .default([])
    .description('With `verbose_json` only.'),
  temperature: Joi.number().min(0).max(1).default(0).prefs({ convert: true }).description('Without effect.'),
  stream: flag.description('Server-sent events.'),
  store: flag.description('Keep the data of the task.'),
});

const lists: ReadonlySet<string> = new Set(['keywords', 'timestamp_granularities']);
const known: ReadonlySet<string> = new Set(Object.keys((speechFields.describe() as { keys: object }).keys));

/** By its name without `[]`. */
export function isKnownField(name: string): boolean {
  return known.has(name);
}

/** Read the fields of a form; an empty one counts as not sent. @throws AppError VALIDATION_ERROR */
export function readSpeechFields(fields: ReadonlyMap<string, readonly string[]>): SpeechFields {
  const sent = [...fields].map(
    ([name, values]) => [name, values.filter((value) => value !== '' && value !== 'null')] as const,
  );
  const present = sent.filter(([, values]) => values.length > 0);
  const body = Object.fromEntries(
    present.map(([name, values]) => [name, lists.has(name) ? values : values[0]]),
  );
  const { value, issues } = checkBody(speechFields, body);
  const repeated = present.filter(([name, values]) => !lists.has(name) && values.length > 1);
  throwIfInvalid([
    ...repeated.map(([field]) => ({ field, message: 'must be sent once' })),
    ...issues,
    ...(issues.length > 0 ? [] : findContradictions(value)),
  ]);
  return value;
}

function findContradictions({
  response_format: format,
  stream,
  timestamp_granularities: times,
}: SpeechFields): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (times.length > 0 && format !== 'verbose_json')
    issues.push({ field: 'timestamp_granularities', message: 'needs the response_format verbose_json' });
  if (stream && !streamedFormats.includes(format))
    issues.push({
      field: 'stream',
      message: `needs one of the response_formats ${streamedFormats.join(', ')}`,
    });
  return issues;
}
