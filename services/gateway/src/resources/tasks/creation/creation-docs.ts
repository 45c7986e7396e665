import { batchBody } from './create-batch';
import { taskBody } from './task-request';
import {
  EXAMPLE_HOOK,
  EXAMPLE_LETTER,
  EXAMPLE_URL,
  exampleCredentials,
  exampleIds,
  pendingTask,
} from '../examples/example-tasks';
import type { RouteDocs } from '../../../route-docs/route-docs';
import { refTo } from '../../../route-docs/schema-builders';
import { commonCreationDocs } from './common-creation-docs';

export const createTaskDocs: RouteDocs = {
  id: 'createTask',
  tag: 'Tasks',
  summary: 'Create a task',
  description:
    'Needs `url`, `input` or both, and either `steps` or `pipeline_id`. The graph, its types and the options of its steps ' +
    'are validated before any step runs.',
  ...commonCreationDocs,
  body: taskBody,
  errors: [...commonCreationDocs.errors, 'NOT_FOUND'],
  examples: [
    {
      name: 'steps',
      summary: 'Custom steps: two results from one download',
      body: {
        url: EXAMPLE_URL,
        steps: [
          { name: 'fetch' },
          { name: 'transcode', options: { bitrate: 96, channels: 1 } },
          { name: 'transcribe', depends_on: ['fetch'], options: { language: 'en' } },
        ],
        ttl: 24,
      },
      response: {
        data: pendingTask({ url: EXAMPLE_URL }, [
          'fetch',
          ['transcode', { bitrate: 96, channels: 1 }],
          ['transcribe', { language: 'en' }, ['fetch']],
        ]),
      },
    },
    {
      name: 'pipeline',
      summary: 'A pipeline template, with a link and a webhook that need a key',
      body: { url: EXAMPLE_URL, pipeline_id: exampleIds.systemPipeline, ...exampleCredentials },
      response: {
        data: pendingTask({ url: EXAMPLE_URL }, ['fetch', 'transcribe'], { webhook_url: EXAMPLE_HOOK }),
      },
    },
    {
      name: 'text',
      summary: 'A prompt without personal data',
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
      response: {
        data: pendingTask({ text: EXAMPLE_LETTER, language_in: 'en', language_out: 'en' }, [
          ['depersonalize', { mode: 'reversible' }],
          ['llm', { template: 'summary' }],
          'restore',
        ]),
      },
    },
    {
      name: 'redactedSound',
      summary: 'A recording in which names and a project are silent',
      body: {
        url: EXAMPLE_URL,
        language_in: 'en',
        steps: [
          { name: 'fetch' },
          { name: 'transcribe' },
          { name: 'depersonalize', options: { entity_types: ['PERSON'], deny_list: ['Project Alpha'] } },
          { name: 'redact', options: { with: 'silence' } },
        ],
        outputs: ['redact'],
      },
      response: {
        data: pendingTask(
          { url: EXAMPLE_URL, language_in: 'en' },
          [
            'fetch',
            'transcribe',
            ['depersonalize', { entity_types: ['PERSON'], deny_list: ['Project Alpha'] }],
            ['redact', { with: 'silence' }],
          ],
          { outputs: ['redact'] },
        ),
      },
    },
  ],
};

const letterRequest = {
  input: EXAMPLE_LETTER,
  language_in: 'en',
  steps: [{ name: 'depersonalize' }, { name: 'llm', options: { template: 'summary' } }],
  max_cost: 1,
};

export const validateTaskDocs: RouteDocs = {
  id: 'validateTask',
  tag: 'Tasks',
  summary: 'Validate a task and estimate its cost',
  description:
    'Takes a body of `POST /tasks` and stores nothing: the same errors, else the resolved steps, what they would cost, and ' +
    'whether each can run now. For media ten minutes are assumed, for text that does not exist yet the length of `input`.',
  body: taskBody,
  success: { status: 200, description: 'The task would be accepted.', data: refTo('TaskEstimate') },
  errors: ['INSUFFICIENT_BALANCE', 'STORAGE_LIMIT', 'NOT_FOUND'],
  examples: [
    {
      name: 'letter',
      summary: 'Two steps over a short text',
      body: letterRequest,
      response: {
        data: {
          steps: [
            { id: 'depersonalize', name: 'depersonalize', depends_on: [], options: {} },
            { id: 'llm', name: 'llm', depends_on: ['depersonalize'], options: { template: 'summary' } },
          ],
          cost: {
            reserved: 0.155,
            by_step: [
              { id: 'depersonalize', fixed: 0.05, per_unit: 0.02, unit: '1000_characters', estimate: 0.0509 },
              { id: 'llm', fixed: 0.1, per_unit: 0.1, unit: '1000_characters', estimate: 0.1041 },
            ],
          },
          available: [
            { step: 'depersonalize', ok: true, reason: null },
            {
              step: 'llm',
              ok: false,
              reason: 'The step llm has no working engine: no worker for it is running.',
            },
          ],
        },
      },
    },
  ],
};

export const createBatchDocs: RouteDocs = {
  id: 'createTasks',
  tag: 'Tasks',
  summary: 'Create up to 30 tasks',
  description:
    'Each task is created independently: a rejected one does not affect the others. Counts as one request per task, but is ' +
    'accepted while at least one is left.',
  body: batchBody,
  headers: ['Idempotency-Key', 'Prefer'],
  success: {
    status: 200,
    description: 'The result for each task.',
    data: refTo('BatchResult'),
    headers: ['Preference-Applied', 'Idempotency-Replayed'],
  },
  errors: ['INSUFFICIENT_BALANCE', 'STORAGE_LIMIT'],
  examples: [
    {
      name: 'two',
      summary: 'Two tasks, of which one is rejected',
      body: {
        tasks: [
          { url: EXAMPLE_URL, steps: [{ name: 'fetch' }, { name: 'transcode' }] },
          { input: EXAMPLE_LETTER, steps: [{ name: 'transcribe' }] },
        ],
      },
      response: {
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
          batch_id: exampleIds.batch,
        },
      },
    },
  ],
};
