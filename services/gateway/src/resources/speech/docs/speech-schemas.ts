import type { JsonSchema } from '@medley/contracts';
import * as schema from '../../../route-docs/schema-builders';

const { text, integer, number, seconds } = schema;
const usage = schema.recordOf<{ type: string; seconds: number }>({
  type: { const: 'duration' },
  seconds: integer,
});
const times = { start: seconds, end: seconds };

const word = { type: 'object', properties: { word: text, ...times }, required: ['word', 'start', 'end'] };
const segmentFields = {
  ...times,
  id: integer,
  seek: integer,
  text,
  tokens: schema.listOf(integer),
  temperature: number,
  avg_logprob: number,
  compression_ratio: number,
  no_speech_prob: number,
};
const segment = { type: 'object', properties: segmentFields, required: Object.keys(segmentFields) };
const diarizedFields = {
  ...times,
  type: { const: 'transcript.text.segment' },
  id: text,
  text,
  speaker: text,
};
const diarized = { type: 'object', properties: diarizedFields, required: Object.keys(diarizedFields) };
const described = { task: { const: 'transcribe' }, duration: seconds, text, usage };

/** Schemas of OpenAI's speech API, by component name. */
export const speechSchemas = {
  SpeechError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: schema.recordOf<{ message: string; type: string; param: string | null; code: string | null }>({
        message: text,
        type: text,
        param: schema.orNull({ ...text, description: 'The field with the fault.' }),
        code: schema.orNull(text),
      }),
    },
  },
  SpeechModel: schema.recordOf<{ id: string; object: string; created: number; owned_by: string }>({
    id: text,
    object: { const: 'model' },
    created: integer,
    owned_by: { ...text, description: 'The engine.' },
  }),
  Transcription: { type: 'object', properties: { text, usage }, required: ['text', 'usage'] },
  VerboseTranscription: {
    type: 'object',
    properties: {
      ...described,
      language: text,
      segments: schema.listOf(segment),
      words: schema.listOf(word),
    },
    required: [...Object.keys(described), 'language'],
  },
  DiarizedTranscription: {
    type: 'object',
    properties: { ...described, segments: schema.listOf(diarized) },
    required: [...Object.keys(described), 'segments'],
  },
} satisfies Record<string, JsonSchema>;
