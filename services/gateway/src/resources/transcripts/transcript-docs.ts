import { transcriptWriters } from '@medley/subtitles';
import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo, text } from '../../route-docs/schema-builders';
import { exampleRedactedTranscript, exampleTranscript } from '../tasks/examples/example-results';
import { transcriptQuery } from './transcript-query';

export const transcriptDocs: RouteDocs = {
  id: 'getTranscript',
  tag: 'Tasks',
  summary: 'Read a transcript as text or subtitles',
  query: transcriptQuery,
  success: {
    status: 200,
    description: 'The first transcript of the task; the depersonalized one when `outputs` hides it.',
    data: refTo('TranscribeOutput'),
    types: { 'text/plain': text, 'application/x-subrip': text, 'text/vtt': text },
  },
  errors: ['VALIDATION_ERROR', 'OUTPUT_HIDDEN', 'NOT_FOUND', 'TASK_EXPIRED'],
  examples: [
    {
      name: 'txt',
      summary: 'Plain text, one line per turn',
      query: {},
      response: transcriptWriters.txt(exampleTranscript),
    },
    {
      name: 'srt',
      summary: 'SubRip',
      query: { format: 'srt' },
      response: transcriptWriters.srt(exampleTranscript),
    },
    {
      name: 'vtt',
      summary: 'WebVTT',
      query: { format: 'vtt' },
      response: transcriptWriters.vtt(exampleTranscript),
    },
    {
      name: 'speakers',
      summary: 'Subtitles without the names of speakers',
      query: { format: 'srt', speakers: 'false' },
      response: transcriptWriters.srt(exampleTranscript, false),
    },
    {
      name: 'json',
      summary: 'The output of the step',
      query: { format: 'json' },
      response: { data: exampleTranscript },
    },
    {
      name: 'redacted',
      summary: 'Subtitles without personal data',
      query: { format: 'srt', redacted: 'true' },
      response: transcriptWriters.srt(exampleRedactedTranscript),
    },
  ],
};
