import {
  depersonalizeModes,
  entityTypes,
  type FetchOutput,
  type FoundEntity,
  type LlmOutput,
  type DepersonalizeOutput,
  type JsonSchema,
  type RestoreOutput,
  type TranscribeOutput,
  type TranscriptSegment,
  type TranscriptWord,
} from '@medley/contracts';
import type { PublicTranscodeOutput } from '@medley/task-view';
import * as is from './words';

const speaker = is.orNull(is.textThat('`A`, `B`, …; null without diarization.'));

/** What each kind of step leaves in `output`. */
export const outputSchemas = {
  FetchOutput: is.recordOf<FetchOutput>({
    content_type: is.text,
    size: is.bytes,
    duration: is.orNull(is.seconds),
  }),
  TranscodeOutput: is.recordOf<PublicTranscodeOutput>({
    url: {
      type: 'string',
      format: 'uri',
      description: 'Signed link to the MP3; needs no key, works until `expires_at`.',
    },
    format: { const: 'mp3' },
    duration: is.seconds,
    size: is.bytes,
    bitrate: { type: 'integer', description: 'Bits per second.' },
    sample_rate: { type: 'integer', description: 'Hertz.' },
    channels: is.integer,
  }),
  TranscriptSegment: is.recordOf<TranscriptSegment>({
    id: is.integer,
    start: is.seconds,
    end: is.seconds,
    text: is.text,
    speaker,
  }),
  TranscriptWord: is.recordOf<TranscriptWord>(
    { start: is.seconds, end: is.seconds, word: is.text, speaker },
    { optional: ['speaker'] },
  ),
  TranscribeOutput: is.recordOf<TranscribeOutput>(
    {
      text: is.text,
      language: is.textThat('ISO 639-1.'),
      duration: is.seconds,
      segments: is.listOf(is.refTo('TranscriptSegment')),
      speakers: is.listOf(is.text),
      words: is.listOf(is.refTo('TranscriptWord'), 'With the option `words`.'),
      warnings: is.listOf(is.text),
    },
    { optional: ['words', 'warnings'] },
  ),
  LlmOutput: is.recordOf<LlmOutput>(
    {
      text: is.text,
      data: { description: 'With a response schema: the parsed answer, valid by it.' },
      provider: is.text,
      model: is.text,
      usage: is.recordOf<LlmOutput['usage']>(
        { input_tokens: is.integer, output_tokens: is.integer, cost: is.number },
        { optional: ['cost'] },
      ),
    },
    { optional: ['data'] },
  ),
  FoundEntity: is.recordOf<FoundEntity>(
    {
      type: is.choiceOf(entityTypes),
      start: { type: 'integer', description: 'Where it began in the input, in UTF-16 units.' },
      end: is.integer,
      replacement: is.text,
    },
    { description: 'Something that was found. Never holds an original value.' },
  ),
  DepersonalizeOutput: is.recordOf<DepersonalizeOutput>({
    text: is.text,
    mode: is.choiceOf(depersonalizeModes),
    entities: is.listOf(is.refTo('FoundEntity')),
  }),
  RestoreOutput: is.recordOf<RestoreOutput>({
    text: is.text,
    restored: { type: 'integer', description: 'How many markers were put back.' },
    missing: is.listOf(is.text, 'Markers that the text no longer held.'),
  }),
} satisfies Record<string, JsonSchema>;
