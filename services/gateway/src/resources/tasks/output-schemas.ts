import {
  depersonalizeModes,
  entityTypes,
  type FetchOutput,
  type FoundEntity,
  type LlmOutput,
  type DepersonalizeOutput,
  type JsonSchema,
  type RedactedTranscript,
  type Redaction,
  type RestoreOutput,
  type TranscribeOutput,
  type TranscriptSegment,
  type TranscriptWord,
} from '@medley/contracts';
import type { PublicRedactOutput, PublicTranscodeOutput } from '@medley/task-view';
import * as schema from '../../route-docs/schema-builders';

const speaker = schema.orNull(schema.describedText('`A`, `B`, …; null without diarization.'));

const mp3Properties = {
  url: {
    type: 'string',
    format: 'uri',
    description: 'Signed link to the MP3; needs no key, works until `expires_at`.',
  },
  format: { const: 'mp3' },
  duration: schema.seconds,
  size: schema.bytes,
  bitrate: { type: 'integer', description: 'Bits per second.' },
  sample_rate: { type: 'integer', description: 'Hertz.' },
  channels: schema.integer,
} satisfies Record<keyof PublicTranscodeOutput, JsonSchema>;

/** Schemas of the output of each step kind. */
export const outputSchemas = {
  FetchOutput: schema.recordOf<FetchOutput>({
    content_type: schema.text,
    size: schema.bytes,
    duration: schema.orNull(schema.seconds),
  }),
  TranscodeOutput: schema.recordOf<PublicTranscodeOutput>(mp3Properties),
  TranscriptSegment: schema.recordOf<TranscriptSegment>({
    id: schema.integer,
    start: schema.seconds,
    end: schema.seconds,
    text: schema.text,
    speaker,
  }),
  TranscriptWord: schema.recordOf<TranscriptWord>(
    { start: schema.seconds, end: schema.seconds, word: schema.text, speaker },
    { optional: ['speaker'] },
  ),
  TranscribeOutput: schema.recordOf<TranscribeOutput>(
    {
      text: schema.text,
      language: schema.describedText('ISO 639-1.'),
      duration: schema.seconds,
      segments: schema.listOf(schema.refTo('TranscriptSegment')),
      speakers: schema.listOf(schema.text),
      words: schema.listOf(schema.refTo('TranscriptWord'), 'With the option `words`.'),
      warnings: schema.listOf(schema.text),
    },
    { optional: ['words', 'warnings'] },
  ),
  LlmOutput: schema.recordOf<LlmOutput>(
    {
      text: schema.text,
      data: { description: 'With a response schema: the parsed response, valid by the schema.' },
      provider: schema.text,
      model: schema.text,
      usage: schema.recordOf<LlmOutput['usage']>(
        { input_tokens: schema.integer, output_tokens: schema.integer, cost: schema.number },
        { optional: ['cost'] },
      ),
    },
    { optional: ['data'] },
  ),
  FoundEntity: schema.recordOf<FoundEntity>(
    {
      type: schema.describedText(`${entityTypes.join(', ')}, or the type of an own rule: \`CUSTOM_…\`.`),
      start: { type: 'integer', description: 'Start in the input, in UTF-16 units.' },
      end: schema.integer,
      replacement: schema.text,
      score: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description:
          'The measured share of right ones among entities like this one; 1 for own rules. Absent in older results.',
      },
    },
    { optional: ['score'], description: 'A detected entity, without its original value.' },
  ),
  DepersonalizeOutput: schema.recordOf<DepersonalizeOutput>(
    {
      text: schema.text,
      mode: schema.choiceOf(depersonalizeModes),
      entities: schema.listOf(schema.refTo('FoundEntity')),
      transcript: schema.refTo('RedactedTranscript'),
    },
    { optional: ['transcript'] },
  ),
  RedactedTranscript: schema.recordOf<RedactedTranscript>(
    {
      language: schema.describedText('ISO 639-1.'),
      duration: schema.seconds,
      segments: schema.listOf(schema.refTo('TranscriptSegment')),
      speakers: schema.listOf(schema.text),
    },
    {
      description:
        'Directly below a transcribe step: its segments with the replacements. `[…]` stands for a segment that the ' +
        'text of the transcript does not contain.',
    },
  ),
  RestoreOutput: schema.recordOf<RestoreOutput>({
    text: schema.text,
    restored: { type: 'integer', description: 'Number of restored markers.' },
    missing: schema.listOf(schema.text, 'Markers that the text does not contain.'),
  }),
  Redaction: schema.recordOf<Redaction>(
    {
      start: schema.seconds,
      end: schema.seconds,
      type: schema.describedText('That of the entity; of the first one where several touch.'),
    },
    { description: 'What cannot be heard any longer, in seconds of the file.' },
  ),
  RedactOutput: schema.recordOf<PublicRedactOutput>({
    ...mp3Properties,
    redactions: schema.listOf(schema.refTo('Redaction')),
  }),
} satisfies Record<string, JsonSchema>;
