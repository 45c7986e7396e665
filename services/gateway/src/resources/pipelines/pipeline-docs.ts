import { pipelineBody } from './pipeline-request';
import { pageQuery } from '../../http/read-query';
import { exampleIds } from '../tasks/examples/example-tasks';
import type { RouteDocs } from '../../route-docs/route-docs';
import { refTo } from '../../route-docs/schema-builders';

const request = {
  name: 'Podcast',
  description: 'An MP3 and its text.',
  steps: [
    { name: 'fetch' },
    { name: 'transcode', options: { normalize: true } },
    { name: 'transcribe', depends_on: ['fetch'] },
  ],
};
const pipeline = {
  id: exampleIds.pipeline,
  name: 'Podcast',
  description: 'An MP3 and its text.',
  steps: [
    { id: 'fetch', name: 'fetch', depends_on: [], options: {} },
    { id: 'transcode', name: 'transcode', depends_on: ['fetch'], options: { normalize: true } },
    { id: 'transcribe', name: 'transcribe', depends_on: ['fetch'], options: {} },
  ],
  outputs: null,
  is_default: false,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
};
const response = { data: pipeline };
const data = refTo('Pipeline');

export const pipelineDocs: Readonly<Record<'create' | 'list' | 'get' | 'replace' | 'delete', RouteDocs>> = {
  create: {
    id: 'createPipeline',
    tag: 'Pipelines',
    summary: 'Create a pipeline template',
    body: pipelineBody,
    headers: ['Idempotency-Key', 'Prefer'],
    success: {
      status: 201,
      description: 'The new template.',
      data,
      headers: ['Location', 'Preference-Applied', 'Idempotency-Replayed'],
    },
    errors: ['FORBIDDEN'],
    examples: [{ name: 'podcast', summary: 'Two results from one download', body: request, response }],
  },
  list: {
    id: 'listPipelines',
    tag: 'Pipelines',
    summary: 'List pipeline templates',
    description: 'Your own templates, the newest first, then those of the system.',
    query: pageQuery,
    success: { status: 200, description: 'A page of templates.', data: refTo('PipelinePage') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'page',
        summary: 'The first two',
        query: { limit: '2', offset: '0' },
        response: { data: { items: [pipeline], pagination: { total: 6, limit: 2, offset: 0 } } },
      },
    ],
  },
  get: {
    id: 'getPipeline',
    tag: 'Pipelines',
    summary: 'Read a pipeline template',
    success: { status: 200, description: 'The template.', data },
    examples: [{ name: 'own', summary: 'A template of your own', response }],
  },
  replace: {
    id: 'replacePipeline',
    tag: 'Pipelines',
    summary: 'Replace a pipeline template',
    description: 'Existing tasks keep their graph.',
    body: pipelineBody,
    success: { status: 200, description: 'The changed template.', data },
    errors: ['FORBIDDEN'],
    examples: [{ name: 'podcast', summary: 'The whole template', body: request, response }],
  },
  delete: {
    id: 'deletePipeline',
    tag: 'Pipelines',
    summary: 'Delete a pipeline template',
    success: { status: 200, description: 'The deleted template.', data },
    errors: ['FORBIDDEN'],
    examples: [{ name: 'deleted', summary: 'The deleted template', response }],
  },
};
