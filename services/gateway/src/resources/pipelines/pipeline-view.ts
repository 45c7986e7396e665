import { resolveGraph, type ResolvedStep } from '@medley/contracts';
import type { Pipeline } from '@medley/store';

export interface PublicPipeline {
  id: string;
  name: string;
  description: string | null;
  steps: ResolvedStep[];
  /** Ids of the steps whose outputs tasks give out; null: all. */
  outputs: string[] | null;
  is_default: boolean;
  created_at: string;
  updated_at: string;
}

export function showPipeline(pipeline: Pipeline): PublicPipeline {
  return {
    id: pipeline.id,
    name: pipeline.name,
    description: pipeline.description,
    steps: resolveGraph(pipeline.steps, null).steps,
    outputs: pipeline.outputs,
    is_default: pipeline.account_id === null,
    created_at: pipeline.created_at.toISOString(),
    updated_at: pipeline.updated_at.toISOString(),
  };
}
