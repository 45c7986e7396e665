import {
  charactersOf,
  joinsUnits,
  stepCatalogue,
  type FollowingStep,
  type Payload,
  type StepRun,
} from '@medley/contracts';

/** The steps after the first one of a unit: none when that is of a kind that runs alone. */
export function followingOf(run: StepRun): FollowingStep[] {
  return run.following && joinsUnits(run.kind) ? run.following : [];
}

/** The first attempt of the next step of a unit; null: the orchestrator must decide about it. */
export function nextStep(
  before: StepRun,
  candidate: FollowingStep,
  result: { text: Payload | null; mapping: Payload | undefined },
): StepRun | null {
  const { step_id, kind, options, characters_max } = candidate;
  const { text } = result;
  if (!joinsUnits(kind) || !text || charactersOf(text) > characters_max) return null;
  const mapping = result.mapping ?? candidate.mapping;
  const { needsMapping } = stepCatalogue[kind];
  if (needsMapping && !mapping) return null;
  const { task_id, deadline_at, request_id, traceparent } = before;
  const origin = {
    ...(request_id !== undefined && { request_id }),
    ...(traceparent !== undefined && { traceparent }),
  };
  const input = needsMapping && mapping ? { text, mapping } : { text };
  return { task_id, step_id, kind, attempt: 1, input, options, deadline_at, ...origin };
}
