import { AppError } from '@medley/kit';
import Joi from 'joi';
import type { Heard } from './speech-engine';

interface VerboseJson {
  text: string;
  language?: string | null;
  duration?: number | null;
  segments?: { start: number; end: number; text: string }[] | null;
  words?: { start: number; end: number; word: string }[] | null;
}

const seconds = Joi.number().min(0).max(1_000_000);
const span = { start: seconds.required(), end: seconds.required() };
const text = Joi.string().allow('').required();

const verboseJson = Joi.object<VerboseJson>({
  text,
  language: Joi.string().allow('', null),
  // OpenAI has sent it as a string, too.
  duration: Joi.alternatives(seconds, Joi.string().pattern(/^\d+(\.\d+)?$/).custom(Number)).allow(null), // prettier-ignore
  segments: Joi.array()
    .items(Joi.object({ ...span, text }))
    .allow(null),
  words: Joi.array()
    .items(Joi.object({ ...span, word: text }))
    .allow(null),
})
  .required()
  .options({ convert: false, stripUnknown: true });

/** What a `verbose_json` answer says. @throws AppError UPSTREAM_INVALID_ANSWER */
export function readVerboseJson(body: unknown): Heard {
  const { error, value } = verboseJson.validate(body);
  if (error) throw new AppError('UPSTREAM_INVALID_ANSWER', 'the speech engine sent no transcription');
  return {
    text: value.text,
    language: value.language ?? null,
    duration: value.duration ?? null,
    segments: value.segments?.map((segment) => ({ ...segment, speaker: null })) ?? null,
    words: value.words ?? null,
  };
}
