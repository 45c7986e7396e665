import { stepKinds, type JsonSchema, type ResolvedStep } from '@medley/contracts';
import * as schema from '../../route-docs/schema-builders';
import type { PublicPipeline } from './pipeline-view';

/** Schemas of the responses. */
export const pipelineSchemas = {
  PipelinePage: schema.pageOf('Pipeline'),
  Pipeline: schema.recordOf<PublicPipeline>({
    id: schema.uuid,
    name: schema.text,
    description: schema.orNull(schema.text),
    steps: schema.listOf(schema.refTo('Step')),
    outputs: schema.orNull(schema.listOf(schema.text, 'Steps whose outputs tasks give out; null: all.')),
    is_default: {
      type: 'boolean',
      description: 'Whether this is a system template, which cannot be changed.',
    },
    created_at: schema.timestamp,
    updated_at: schema.timestamp,
  }),
  Step: schema.recordOf<ResolvedStep>({
    id: schema.text,
    name: schema.choiceOf(stepKinds),
    depends_on: schema.listOf(schema.text),
    options: { type: 'object' },
  }),
} satisfies Record<string, JsonSchema>;
