import { batchBody } from '../../tasks/create-batch';
import { taskBody } from '../../validation/task-schemas';
import {
  EXAMPLE_HOOK,
  EXAMPLE_LETTER,
  EXAMPLE_URL,
  exampleIds,
  pendingTask,
} from '../examples/example-tasks';
import type { RouteDocs } from '../route-docs';
import { refTo } from '../schemas/schema-builders';
import { creating } from './creating';

export const createTaskDocs: RouteDocs = {
  id: 'createTask',
  tag: 'Tasks',
  summary: 'Create a task',
  description:
    'Needs `url`, `input` or both, and either `steps` or `pipeline_id`. The graph, its types and the options of its steps are checked before anything runs.',
  ...creating,
  body: taskBody,
  errors: [...creating.errors, 'NOT_FOUND'],
  examples: [
    {
      name: 'steps',
      summary: 'Steps of your own: two results from one download',
      body: {
        url: EXAMPLE_URL,
        steps: [
          { name: 'fetch' },
          { name: 'transcode', options: { bitrate: 96, channels: 1 } },
          { name: 'transcribe', depends_on: ['fetch'], options: { language: 'en' } },
        ],
        ttl: 24,
      },
      answer: {
        data: pendingTask({ url: EXAMPLE_URL }, [
          'fetch',
          ['transcode', { bitrate: 96, channels: 1 }],
          ['transcribe', { language: 'en' }],
        ]),
      },
    },
    {
      name: 'pipeline',
      summary: 'A template',
      body: { url: EXAMPLE_URL, pipeline_id: exampleIds.systemPipeline, webhook_url: EXAMPLE_HOOK },
      answer: {
        data: pendingTask({ url: EXAMPLE_URL }, ['fetch', 'transcribe'], { webhook_url: EXAMPLE_HOOK }),
      },
    },
    {
      name: 'text',
      summary: 'Text without personal data for the model',
      body: {
        input: EXAMPLE_LETTER,
        language_in: 'en',
        language_out: 'en',
        steps: [
          { name: 'depersonalize', options: { mode: 'reversible' } },
          { name: 'llm', options: { template: 'summary' } },
          { name: 'restore' },
        ],
      },
      answer: {
        data: pendingTask({ text: EXAMPLE_LETTER, language_in: 'en', language_out: 'en' }, [
          ['depersonalize', { mode: 'reversible' }],
          ['llm', { template: 'summary' }],
          'restore',
        ]),
      },
    },
  ],
};

export const createBatchDocs: RouteDocs = {
  id: 'createTasks',
  tag: 'Tasks',
  summary: 'Create up to 30 tasks',
  description:
    'Each task is processed on its own: one that is refused harms no other. Counts as one request per task, but is never refused while one is left.',
  body: batchBody,
  headers: ['Idempotency-Key'],
  success: {
    status: 200,
    description: 'What became of each task.',
    data: refTo('BatchResult'),
    headers: ['Idempotency-Replayed'],
  },
  errors: ['INSUFFICIENT_BALANCE', 'STORAGE_LIMIT'],
  examples: [
    {
      name: 'two',
      summary: 'Two tasks, of which one is refused',
      body: {
        tasks: [
          { url: EXAMPLE_URL, steps: [{ name: 'fetch' }, { name: 'transcode' }] },
          { input: EXAMPLE_LETTER, steps: [{ name: 'transcribe' }] },
        ],
      },
      answer: {
        data: {
          results: [
            { index: 0, success: true, data: { id: exampleIds.task, status: 'pending' } },
            {
              index: 1,
              success: false,
              error: { code: 'VALIDATION_ERROR', message: 'steps[0] has nothing of its type to work on' },
              errors: [{ field: 'steps[0]', message: 'has nothing of its type to work on' }],
            },
          ],
          summary: { total: 2, succeeded: 1, failed: 1 },
        },
      },
    },
  ],
};
