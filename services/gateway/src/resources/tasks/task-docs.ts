import { writeCursor } from './list-cursor';
import { taskListQuery } from './task-list-query';
import { transcodedTask, transcodeTask } from './examples/example-results';
import { exampleIds, failedTask, listedTask } from './examples/example-tasks';
import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';

export const taskDocs: Readonly<Record<'list' | 'get' | 'delete' | 'cancel', RouteDocs>> = {
  list: {
    id: 'listTasks',
    tag: 'Tasks',
    summary: 'List tasks, the newest first',
    description:
      'Entries have no `input` and no `output`. `include=output` adds the outputs, the newest first, while the response ' +
      'stays within 8 MiB; an entry whose output does not fit has `output_omitted`: read that task by its id. Filters are ' +
      'combined. `pagination.next_cursor` continues where a page ended, also when new tasks arrive meanwhile.',
    query: taskListQuery,
    success: { status: 200, description: 'A page of tasks.', data: refTo('TaskPage') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'completed',
        summary: 'The newest completed tasks',
        query: { status: 'completed', limit: '10' },
        response: {
          data: {
            items: [listedTask(transcodedTask)],
            pagination: { total: 1, limit: 10, offset: 0, next_cursor: null },
          },
        },
      },
      {
        name: 'filters',
        summary: 'Transcriptions of an order in March',
        query: {
          step: 'transcribe',
          created_after: '2026-03-01T00:00:00Z',
          created_before: '2026-03-31T23:59:59.999Z',
          metadata: { order: '4711' },
          q: 'weekly',
          cursor: writeCursor({ created_at: new Date('2026-03-20T10:00:00Z'), id: exampleIds.task }),
        },
        response: {
          data: { items: [], pagination: { total: 0, limit: 20, offset: 0, next_cursor: null } },
        },
      },
      {
        name: 'outputs',
        summary: 'With outputs',
        query: { include: 'output', limit: '1' },
        response: {
          data: {
            items: [{ ...listedTask(transcodedTask), output: transcodedTask.output }],
            pagination: { total: 1, limit: 1, offset: 0, next_cursor: null },
          },
        },
      },
    ],
  },
  get: {
    id: 'getTask',
    tag: 'Tasks',
    summary: 'Read a task',
    success: { status: 200, description: 'The task.', data: refTo('Task') },
    examples: [
      { name: 'completed', summary: 'A task that has completed', response: { data: transcodedTask } },
      { name: 'failed', summary: 'A task that has failed', response: { data: failedTask(transcodeTask) } },
    ],
  },
  delete: {
    id: 'deleteTask',
    tag: 'Tasks',
    summary: 'Delete the data of a task',
    description:
      'Input, output and files are deleted; the record stays, with `expired: true`. A pending task is canceled first.',
    success: { status: 200, description: 'The task without its data.', data: refTo('Task') },
    examples: [
      {
        name: 'deleted',
        summary: 'The task without its data',
        response: { data: { ...transcodedTask, input: null, output: null, filename: null, expired: true } },
      },
    ],
  },
  cancel: {
    id: 'cancelTask',
    tag: 'Tasks',
    summary: 'Cancel a task',
    description:
      'The task ends `failed` with `CANCELED: …` and sends `task.failed`; credits that were not used are released.',
    success: { status: 202, description: 'The request is stored; the task ends soon.', data: refTo('Task') },
    errors: ['TASK_NOT_CANCELABLE'],
    examples: [{ name: 'pending', summary: 'Not ended yet', response: { data: transcodeTask } }],
  },
};
