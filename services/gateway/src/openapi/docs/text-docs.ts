import { restoreBody } from '../../tasks/restore-text';
import { writeTranscript } from '../../transcripts/write-transcript';
import { transcriptQuery } from '../../validation/query-schemas';
import { exampleTranscript } from '../examples/example-results';
import { exampleIds } from '../examples/example-tasks';
import type { RouteDocs } from '../route-docs';
import { refTo, text } from '../schemas/schema-builders';

/** What a task made, in another shape. */
export const textDocs: Readonly<Record<'restore' | 'transcript', RouteDocs>> = {
  restore: {
    id: 'restoreText',
    tag: 'Shortcuts',
    summary: 'Put originals back into text',
    description:
      'Undoes a reversible depersonalization in any text that holds its markers, also where their brackets were lost. ' +
      'Costs as much as a restore step; a text that fails costs nothing.',
    body: restoreBody,
    success: { status: 200, description: 'The text with the originals.', data: refTo('RestoreOutput') },
    errors: ['INSUFFICIENT_BALANCE', 'TASK_NOT_FOUND', 'MAPPING_EXPIRED'],
    examples: [
      {
        name: 'answer',
        summary: 'An answer of a model',
        body: { task_id: exampleIds.task, input: 'Dear [PERSON_1], thank you!' },
        answer: { data: { text: 'Dear Ann Smith, thank you!', restored: 1, missing: ['EMAIL_1'] } },
      },
    ],
  },
  transcript: {
    id: 'getTranscript',
    tag: 'Tasks',
    summary: 'Read a transcript as text or subtitles',
    query: transcriptQuery,
    success: {
      status: 200,
      description: 'The first transcript of the task.',
      data: refTo('TranscribeOutput'),
      types: { 'text/plain': text, 'application/x-subrip': text, 'text/vtt': text },
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TASK_EXPIRED'],
    examples: [
      {
        name: 'txt',
        summary: 'Plain text, a line per turn',
        query: {},
        answer: writeTranscript.txt(exampleTranscript),
      },
      {
        name: 'srt',
        summary: 'Subtitles',
        query: { format: 'srt' },
        answer: writeTranscript.srt(exampleTranscript),
      },
      {
        name: 'vtt',
        summary: 'Subtitles of the web',
        query: { format: 'vtt' },
        answer: writeTranscript.vtt(exampleTranscript),
      },
      {
        name: 'json',
        summary: 'As in the output of the task',
        query: { format: 'json' },
        answer: { data: exampleTranscript },
      },
    ],
  },
};
