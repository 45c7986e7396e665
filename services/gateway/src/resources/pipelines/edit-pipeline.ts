import { randomUUID } from 'node:crypto';
import type { RequestedStep, ValidationIssue } from '@medley/contracts';
import type { JsonSchemaChecker } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import type { Pipeline, Stores } from '@medley/store';
import { isStrict } from '../../http/preferences';
import type { Call } from '../../http/route';
import { findExisting, resourceOrigin } from '../../idempotency/find-existing';
import { findOutputIssues } from '../../steps/choose-outputs';
import { planSteps } from '../../steps/plan-steps';
import type { TextPool } from '../../text-pool/text-pool';
import { checkBody } from '../../validation/check-body';
import { dropNulls } from '../../validation/drop-nulls';
import { parseUuid } from '../../validation/fields';
import { toWarnings, unknownFieldsOf, withUnknownFields } from '../../validation/unknown-fields';
import { throwIfInvalid } from '../../validation/validation-error';
import { pipelineBody } from './pipeline-request';
import { openSchemaChecks } from '../../steps/schema-checks';

export interface PipelineDependencies {
  stores: Pick<Stores, 'pipelines' | 'now'>;
  schemas: JsonSchemaChecker;
  textPool: TextPool;
}

type PipelineContent = Pick<Pipeline, 'name' | 'description' | 'steps' | 'outputs'>;

/** @throws AppError VALIDATION_ERROR, FORBIDDEN when the caller has reached the maximum number of templates */
export async function createPipeline(deps: PipelineDependencies, call: Call): Promise<Pipeline> {
  const { pipelines } = deps.stores;
  const slot = { origin: call.origin, index: 0 };
  const before = await findExisting(slot, (origin) => pipelines.findByOrigin(origin));
  if (before) return before;
  const content = await readContent(deps, call);
  const now = deps.stores.now();
  const pipeline = {
    id: randomUUID(),
    account_id: call.caller.accountId,
    ...content,
    created_at: now,
    updated_at: now,
  };
  return store(deps, pipeline, { max: call.caller.tariff.max_pipelines, origin: resourceOrigin(slot) });
}

async function store(
  { stores: { pipelines } }: PipelineDependencies,
  pipeline: Pipeline & { account_id: string },
  { max, origin }: { max: number; origin: string | undefined },
): Promise<Pipeline> {
  try {
    if (await pipelines.create(pipeline, { max, ...(origin !== undefined && { origin }) })) return pipeline;
  } catch (error) {
    // An earlier attempt of the same request may have stored its template first.
    const first = origin === undefined ? null : await pipelines.findByOrigin(origin);
    if (first) return first;
    throw error;
  }
  throw new AppError('FORBIDDEN', `Your tariff allows ${max} pipeline templates.`);
}

/** Replace name, description and steps; existing tasks keep their graph. */
export async function replacePipeline(deps: PipelineDependencies, call: Call): Promise<Pipeline> {
  const pipeline = await findOwnPipeline(deps, call);
  const content = await readContent(deps, call);
  const changed = { ...pipeline, ...content, updated_at: deps.stores.now() };
  if (!(await deps.stores.pipelines.replace(changed))) throw noSuchPipeline();
  return changed;
}

export async function removePipeline(deps: PipelineDependencies, call: Call): Promise<Pipeline> {
  const pipeline = await findOwnPipeline(deps, call);
  if (!(await deps.stores.pipelines.remove(pipeline.id))) throw noSuchPipeline();
  return pipeline;
}

/** Find a template of the caller or the system. @throws AppError NOT_FOUND, also for a template of another account */
export async function findVisiblePipeline(deps: PipelineDependencies, call: Call): Promise<Pipeline> {
  const id = parseUuid(call.params['pipelineId'] ?? '');
  const pipeline = id === null ? null : await deps.stores.pipelines.find(id);
  const isVisible =
    pipeline && (pipeline.account_id === null || pipeline.account_id === call.caller.accountId);
  if (!isVisible) throw noSuchPipeline();
  return pipeline;
}

/** @throws AppError NOT_FOUND, FORBIDDEN for a system template */
async function findOwnPipeline(deps: PipelineDependencies, call: Call): Promise<Pipeline> {
  const pipeline = await findVisiblePipeline(deps, call);
  if (pipeline.account_id === null) {
    throw new AppError('FORBIDDEN', 'System templates cannot be changed.');
  }
  return pipeline;
}

const findUnknown = unknownFieldsOf(pipelineBody);

/** The warnings about the unknown fields of a template. */
export function pipelineWarnings(call: Call): ValidationIssue[] {
  return isStrict(call.header('Prefer')) ? [] : toWarnings(findUnknown(call.body));
}

async function readContent(deps: PipelineDependencies, call: Call): Promise<PipelineContent> {
  const present = dropNulls(call.body);
  const { value, issues: found } = checkBody(pipelineBody, present);
  const issues = withUnknownFields(found, findUnknown(present), isStrict(call.header('Prefer')));
  const areStepsInvalid = issues.some(({ field }) => field.startsWith('steps'));
  const plan = areStepsInvalid
    ? { steps: null, issues: [] }
    : await planSteps(value.steps, { inputs: null, prompts: null }, openSchemaChecks(deps, call));
  const outputs = value.outputs ?? null;
  const areOutputsInvalid = issues.some(({ field }) => field.startsWith('outputs'));
  const outputIssues = plan.steps && !areOutputsInvalid ? findOutputIssues(outputs, plan.steps) : [];
  throwIfInvalid([...issues, ...plan.issues, ...outputIssues]);
  return {
    name: value.name,
    description: value.description ?? null,
    steps: value.steps.map(withoutUnknownFields),
    outputs,
  };
}

function withoutUnknownFields({ id, name, depends_on, options }: RequestedStep): RequestedStep {
  return { name, ...(id && { id }), ...(depends_on && { depends_on }), ...(options && { options }) };
}

function noSuchPipeline(): AppError {
  return new AppError('NOT_FOUND', 'There is no such pipeline template.');
}
