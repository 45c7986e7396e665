import type { RouteDocs } from '../../../route-docs/route-docs';
import { commonCreationDocs } from '../creation/common-creation-docs';
import { EXAMPLE_URL, exampleIds, pendingTask } from '../examples/example-tasks';
import { retryBody } from './retry-request';

const again = pendingTask({ url: EXAMPLE_URL }, ['fetch', ['transcode', { bitrate: 64 }]], {
  retry_of: exampleIds.task,
});

export const retryDocs: RouteDocs = {
  id: 'retryTask',
  tag: 'Tasks',
  summary: 'Run a part of an ended task again',
  description:
    'Creates a new task with the input of the old one, which stays as it is. The steps that failed or were skipped run, ' +
    'and those in `from` with all below; the others keep their results, which costs nothing (`steps[].reused`). A step ' +
    'whose result is needed but gone runs, too: the media of a source is deleted when its task has completed, and outputs ' +
    'that are not given out with the task. Without `from` a completed task has nothing to run.',
  ...commonCreationDocs,
  body: retryBody,
  errors: [...commonCreationDocs.errors, 'TASK_NOT_RETRYABLE', 'TASK_EXPIRED'],
  examples: [
    {
      name: 'from',
      summary: 'Another bitrate for a task that has completed',
      body: { from: ['transcode'], options: { transcode: { bitrate: 64 } } },
      response: { data: { ...again, id: exampleIds.retry } },
    },
  ],
};
