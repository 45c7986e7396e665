import { pipelineBody } from '../../validation/pipeline-schema';
import { pageQuery } from '../../validation/read-query';
import { exampleIds } from '../examples/example-tasks';
import type { RouteDocs } from '../route-docs';
import { refTo } from '../schemas/schema-builders';

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
  is_default: false,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
};
const answer = { data: pipeline };
const data = refTo('Pipeline');

export const pipelineDocs: Readonly<Record<'create' | 'list' | 'get' | 'replace' | 'delete', RouteDocs>> = {
  create: {
    id: 'createPipeline',
    tag: 'Pipelines',
    summary: 'Create a pipeline template',
    body: pipelineBody,
    headers: ['Idempotency-Key'],
    success: {
      status: 201,
      description: 'The new template.',
      data,
      headers: ['Location', 'Idempotency-Replayed'],
    },
    errors: ['FORBIDDEN'],
    examples: [{ name: 'podcast', summary: 'Two results from one download', body: request, answer }],
  },
  list: {
    id: 'listPipelines',
    tag: 'Pipelines',
    summary: 'List pipeline templates',
    description: 'Your own, the newest first; after them those of the system.',
    query: pageQuery,
    success: { status: 200, description: 'A page of templates.', data: refTo('PipelinePage') },
    errors: ['VALIDATION_ERROR'],
    examples: [
      {
        name: 'page',
        summary: 'The first two',
        query: { limit: '2', offset: '0' },
        answer: { data: { items: [pipeline], pagination: { total: 6, limit: 2, offset: 0 } } },
      },
    ],
  },
  get: {
    id: 'getPipeline',
    tag: 'Pipelines',
    summary: 'Read a pipeline template',
    success: { status: 200, description: 'The template.', data },
    examples: [{ name: 'own', summary: 'A template of your own', answer }],
  },
  replace: {
    id: 'replacePipeline',
    tag: 'Pipelines',
    summary: 'Replace a pipeline template',
    description: 'Tasks keep the graph they started with.',
    body: pipelineBody,
    success: { status: 200, description: 'The template as it is now.', data },
    errors: ['FORBIDDEN'],
    examples: [{ name: 'podcast', summary: 'All of it', body: request, answer }],
  },
  delete: {
    id: 'deletePipeline',
    tag: 'Pipelines',
    summary: 'Delete a pipeline template',
    success: { status: 200, description: 'The template as it was.', data },
    errors: ['FORBIDDEN'],
    examples: [{ name: 'deleted', summary: 'The template as it was', answer }],
  },
};
