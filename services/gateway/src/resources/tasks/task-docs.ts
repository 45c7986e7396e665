import { taskListQuery } from './task-list-query';
import { transcodedTask, transcodeTask } from './examples/example-results';
import { failedTask, listedTask } from './examples/example-tasks';
import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';

export const taskDocs: Readonly<Record<'list' | 'get' | 'delete' | 'cancel', RouteDocs>> = {
  list: {
    id: 'listTasks',
    tag: 'Tasks',
    summary: 'List tasks, the newest first',
    description:
      'Entries have no `input` and no `output`. `include=output` adds the outputs, the newest first, while the response ' +
      'stays within 8 MiB; an entry whose output does not fit has `output_omitted`: read that task by its id.',
    query: taskListQuery,
    success: { status: 200, description: 'A page of tasks.', data: refTo('TaskPage') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'completed',
        summary: 'The newest completed tasks',
        query: { status: 'completed', limit: '10' },
        response: {
          data: { items: [listedTask(transcodedTask)], pagination: { total: 1, limit: 10, offset: 0 } },
        },
      },
      {
        name: 'outputs',
        summary: 'With outputs',
        query: { include: 'output', limit: '1' },
        response: {
          data: {
            items: [{ ...listedTask(transcodedTask), output: transcodedTask.output }],
            pagination: { total: 1, limit: 1, offset: 0 },
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
