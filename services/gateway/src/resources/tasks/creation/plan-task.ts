import type { RequestedStep, ResolvedStep, StepKind, ValidationIssue } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { Caller } from '../../../callers/caller';
import { findOutputIssues } from '../../../steps/choose-outputs';
import { findPromptIssues, planSteps } from '../../../steps/plan-steps';
import type { SchemaChecks } from '../../../steps/schema-checks';
import { findUploadIssues } from '../../uploads/use-upload';
import { throwIfInvalid, validationError } from '../../../validation/validation-error';
import { checkWorkers, type WorkerCheck } from '../../../workers/check-workers';
import { findLengthIssues } from '../../../workers/find-length-issues';
import type { WorkerRegistry } from '../../../workers/worker-registry';
import type { DraftResult, TaskDraft } from './task-draft';

export interface PlanDependencies {
  stores: Pick<Stores, 'pipelines' | 'uploads' | 'now'>;
  workerRegistry: WorkerRegistry;
  assumedSteps: readonly StepKind[];
}

interface PlanOptions {
  caller: Caller;
  schemas: SchemaChecks;
  /** Return the steps that no ready worker serves, instead of throwing. */
  reportsUnavailable?: boolean;
}

/** A graph that can be run. */
interface PlannedTask {
  steps: ResolvedStep[];
  /** Null: all. */
  outputs: string[] | null;
  unavailable: WorkerCheck['unavailable'];
}

/** Resolve the graph of a draft and validate it with all fields. @throws AppError VALIDATION_ERROR, NOT_FOUND, UPSTREAM_ERROR */
export async function planTask(
  deps: PlanDependencies,
  { draft, issues }: DraftResult,
  { caller, schemas, reportsUnavailable = false }: PlanOptions,
): Promise<PlannedTask> {
  const found = [...issues];
  const hasIssue = (field: string): boolean => found.some((issue) => issue.field.startsWith(field));
  if (!hasIssue('template') && !hasIssue('response')) {
    found.push(...(await findPromptIssues(draft.input, schemas)));
  }
  if (!hasIssue('url'))
    found.push(...(await findUploadIssues(deps.stores, draft.input.url, caller.accountId)));
  if (draft.pipelineId !== null) throwIfInvalid(withClientNames(found, draft));
  const requested = found.some(isStructural) ? null : await requestedGraph(deps, draft, caller);
  if (!requested) throw validationError(withClientNames(found, draft));
  const plan = await planSteps(requested.steps, { inputs: draft.inputs, prompts: draft.input }, schemas);
  const planned = [
    ...plan.issues,
    ...(hasIssue('outputs') ? [] : findOutputIssues(requested.outputs, plan.steps)),
  ];
  throwIfInvalid(merge(withClientNames(found, draft), withClientNames(planned, draft)));
  const runs = ({ id }: ResolvedStep): boolean => draft.retry?.runs.has(id) ?? true;
  const { issues: unknownNames, unavailable } = await checkWorkers(deps.workerRegistry, plan.steps, {
    assumed: deps.assumedSteps,
    runs,
    languageIn: draft.input.language_in,
  });
  const [first] = reportsUnavailable ? [] : unavailable;
  if (first) throw first.error;
  throwIfInvalid(withClientNames(unknownNames, draft));
  throwIfInvalid(
    withClientNames(
      findLengthIssues(deps.workerRegistry.knownWorkers('llm'), plan.steps.filter(runs), draft.input),
      draft,
    ),
  );
  return { steps: plan.steps, outputs: requested.outputs, unavailable };
}

/** Issues of the structure of steps; issues of their options do not prevent checking the graph. */
function isStructural({ field }: ValidationIssue): boolean {
  return field.startsWith('steps') && !/^steps\[\d+\]\.options/.test(field);
}

/** Append issues of fields that have no issue yet. */
function merge(issues: readonly ValidationIssue[], more: readonly ValidationIssue[]): ValidationIssue[] {
  const known = new Set(issues.map(({ field }) => field));
  return [...issues, ...more.filter(({ field }) => !known.has(field))];
}

function withClientNames(issues: readonly ValidationIssue[], draft: TaskDraft): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, field: draft.fieldName(issue.field) }));
}

interface RequestedGraph {
  steps: RequestedStep[];
  outputs: string[] | null;
}

/** @throws AppError NOT_FOUND for a template that is neither the caller's nor the system's */
async function requestedGraph(
  deps: PlanDependencies,
  draft: TaskDraft,
  caller: Caller,
): Promise<RequestedGraph | null> {
  const { steps, outputs } = draft;
  if (draft.pipelineId === null) return steps && { steps, outputs };
  const pipeline = await deps.stores.pipelines.find(draft.pipelineId);
  if (!pipeline || (pipeline.account_id !== null && pipeline.account_id !== caller.accountId)) {
    throw new AppError('NOT_FOUND', 'There is no such pipeline template.');
  }
  return { steps: pipeline.steps, outputs: outputs ?? pipeline.outputs };
}
