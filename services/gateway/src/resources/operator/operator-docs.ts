import * as schema from '../../route-docs/schema-builders';
import { docsOf, listOf } from './docs-of';
import { examples } from './operator-examples';
import { listQuery } from './operator-requests';

const { at, kind, letter, process } = examples;

export const serviceDocs = {
  about: docsOf({
    id: 'operatorAbout',
    summary: 'Version and tariffs',
    data: schema.recordOf<{ version: string; tariffs: string[] }>({
      version: schema.text,
      tariffs: schema.listOf(schema.text),
    }),
    example: { version: '0.2.0', tariffs: ['free', 'standard'] },
  }),
  processes: docsOf({
    id: 'operatorProcesses',
    summary: 'Health of all processes',
    description: 'Those that have reported in the last 20 s, with the reasons of what does not work.',
    data: listOf('OperatorProcess'),
    example: { items: [process] },
  }),
};

const kinds = schema.recordOf<{ items: unknown; partial: boolean }>({
  items: schema.listOf(schema.refTo('OperatorKind')),
  partial: { ...schema.boolean, description: 'More tasks are unfinished than were counted.' },
});

export const kindDocs = {
  list: docsOf({
    id: 'operatorKinds',
    summary: 'Queues and workers by kind of step',
    data: kinds,
    example: { items: [kind], partial: false },
  }),
  pause: docsOf({
    id: 'operatorPauseKind',
    summary: 'Pause a kind of step',
    description:
      'Within 5 s no worker takes steps of this kind. Running ones end, tasks are accepted and wait.',
    data: schema.refTo('OperatorKind'),
    example: { ...kind, paused_at: at },
  }),
  resume: docsOf({
    id: 'operatorResumeKind',
    summary: 'Resume a kind of step',
    data: schema.refTo('OperatorKind'),
    example: kind,
  }),
};

const retried = schema.recordOf<{ retried: number }>({ retried: schema.count });

export const letterDocs = {
  list: docsOf({
    id: 'operatorDeadLetters',
    summary: 'List the dead letters',
    description: 'Newest first, without their content. Those of one step are one letter.',
    query: listQuery,
    data: schema.recordOf<{ items: unknown; pagination: unknown; total: number }>({
      items: schema.listOf(schema.refTo('OperatorDeadLetter')),
      pagination: schema.refTo('CursorPagination'),
      total: schema.count,
    }),
    example: { items: [letter], pagination: { limit: 20, next_cursor: null }, total: 1 },
  }),
  retry: docsOf({
    id: 'operatorRetryDeadLetter',
    summary: 'Retry a dead letter',
    description:
      'A failed task runs again as a new task of its account, from what failed on; an unfinished one is looked at ' +
      'again. Then the letters of the task are gone. If it fails, `retry_error` of the letter says why.',
    status: 202,
    data: retried,
    example: { retried: 1 },
  }),
  retryAll: docsOf({
    id: 'operatorRetryDeadLetters',
    summary: 'Retry all dead letters',
    description: 'Each as if it was retried alone, one after the other; those without a task are left out.',
    status: 202,
    data: retried,
    example: { retried: 3 },
  }),
  drop: docsOf({
    id: 'operatorDropDeadLetter',
    summary: 'Drop a dead letter',
    data: schema.recordOf<{ id: string }>({ id: schema.text }),
    example: { id: letter.id },
  }),
};
