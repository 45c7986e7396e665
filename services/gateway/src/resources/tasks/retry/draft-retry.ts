import Joi from 'joi';
import {
  STEPS_MAX,
  stepsToRetry,
  type InputType,
  type RequestedStep,
  type Task,
  type TaskInput,
  type ValidationIssue,
} from '@medley/contracts';
import { checkBody, type ValidationContext } from '../../../validation/check-body';
import { dropNulls } from '../../../validation/drop-nulls';
import { steps as stepsSchema } from '../../../validation/fields';
import type { JsonObject } from '../../../validation/json-object';
import { unknownFieldsOf } from '../../../validation/unknown-fields';
import { readTaskLimits } from '../creation/creation-fields';
import type { DraftResult } from '../creation/task-draft';
import { retryBody, type RetryBody } from './retry-request';

const findUnknown = unknownFieldsOf(retryBody);
const graphBody = Joi.object({ steps: stepsSchema });

/** Read the body of `POST /tasks/{id}/retry` for an ended task whose data is `input`: a draft with its graph and fields. */
export function draftRetry(
  task: Task & { input: TaskInput },
  body: JsonObject,
  context: ValidationContext,
): DraftResult {
  const present = dropNulls(body);
  const { value, issues } = checkBody(retryBody, boundOptions(present), context);
  const isListed = Array.isArray(value.from) && !issues.some(({ field }) => field.startsWith('from'));
  const from = isListed ? (value.from ?? []) : [];
  const known = new Set(task.steps.map(({ id }) => id));
  const runs = stepsToRetry(
    task,
    from.filter((id) => known.has(id)),
  );
  const hasOptions = !issues.some(({ field }) => field.startsWith('options'));
  const options = new Map(hasOptions ? Object.entries(value.options ?? {}) : []);
  const steps = task.steps.map((step) => requestedStep(step, options));
  const graph = checkBody(graphBody, dropNulls({ steps }), context);
  const fieldName = nameFields(task);
  return {
    draft: {
      ...draftOf(task, value),
      steps: (graph.value as { steps: RequestedStep[] }).steps,
      retry: { of: task, runs },
      fieldName,
    },
    issues: [
      ...issues,
      ...(isListed || value.from === undefined ? findFromIssues(task, value.from, known) : []),
      ...findOptionIssues(options, { known, runs }),
      ...graph.issues.map((issue) => ({ ...issue, field: fieldName(issue.field) })),
    ],
    unknown: findUnknown(present),
  };
}

/** Options of more steps than a task may have are refused as a whole, before each is validated. */
function boundOptions(body: JsonObject): JsonObject {
  const { options } = body;
  const isTooMany =
    typeof options === 'object' && options !== null && Object.keys(options).length > STEPS_MAX;
  return isTooMany ? { ...body, options: `of more than ${STEPS_MAX} steps` } : body;
}

/** What the retry has of the task: everything that the request does not replace. */
function draftOf(
  task: Task & { input: TaskInput },
  body: RetryBody,
): Omit<DraftResult['draft'], 'steps' | 'fieldName'> {
  const { input } = task;
  const { maxCost, timeoutMs } = readTaskLimits({ ...body, ttl: body.ttl ?? task.ttl });
  const inputs: InputType[] = [
    ...(input.url === null ? [] : (['url'] as const)),
    ...(input.text === null ? [] : (['text'] as const)),
  ];
  return {
    input: {
      ...input,
      prompt: body.prompt ?? input.prompt,
      response_schema:
        input.response_schema === null
          ? null
          : (JSON.parse(input.response_schema) as Record<string, unknown>),
    },
    inputs,
    pipelineId: null,
    outputs: task.outputs ?? null,
    webhookUrl: body.webhook_url ?? task.webhook_url,
    maxCost: maxCost ?? task.cost.max ?? null,
    timeoutMs: timeoutMs ?? task.deadline_at.getTime() - task.created_at.getTime(),
    ttl: body.ttl ?? task.ttl,
    metadata: task.metadata ?? [],
  };
}

function requestedStep(
  { id, name, depends_on, options }: Task['steps'][number],
  replaced: ReadonlyMap<string, Record<string, unknown>>,
): RequestedStep {
  const own = JSON.parse(options) as Record<string, unknown>;
  const sent = Object.entries(replaced.get(id) ?? {}).filter(([, value]) => value !== null);
  return { id, name, depends_on, options: { ...own, ...Object.fromEntries(sent) } };
}

function findFromIssues(
  { status }: Task,
  from: readonly string[] | undefined,
  known: ReadonlySet<string>,
): ValidationIssue[] {
  if (from === undefined && status === 'completed')
    return [
      { field: 'from', message: 'is required: the task has completed, so name the steps to run again' },
    ];
  const message = `is no step of the task; its steps are ${[...known].join(', ')}`;
  return (from ?? []).flatMap((id, index) => (known.has(id) ? [] : [{ field: `from[${index}]`, message }]));
}

function findOptionIssues(
  options: ReadonlyMap<string, unknown>,
  { known, runs }: { known: ReadonlySet<string>; runs: ReadonlySet<string> },
): ValidationIssue[] {
  return [...options.keys()].flatMap((id) => {
    if (!known.has(id)) return [{ field: `options.${id}`, message: 'is no step of the task' }];
    if (runs.has(id)) return [];
    return [{ field: `options.${id}`, message: 'is a step whose result is kept: name it in from' }];
  });
}

/** The options of a step are a field of their own in this request. */
function nameFields({ steps }: Task): (field: string) => string {
  return (field) =>
    field.replace(/^steps\[(\d{1,3})\]\.options/, (path, index: string) => {
      const id = steps[Number(index)]?.id;
      return id === undefined ? path : `options.${id}`;
    });
}
