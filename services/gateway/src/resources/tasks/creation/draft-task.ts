import type { ValidationIssue, InputType } from '@medley/contracts';
import type { JsonObject } from '../../../validation/json-object';
import { checkBody, type ValidationContext } from '../../../validation/check-body';
import { dropNulls } from '../../../validation/drop-nulls';
import { unknownFieldsOf } from '../../../validation/unknown-fields';
import { readTaskLimits, type CreationFields } from './creation-fields';
import { taskBody, type TaskBody } from './task-request';
import { pickResponseSchema } from './pick-response-schema';
import { findHeaderIssues, readHeaders } from './seal-headers';
import type { DraftResult } from './task-draft';

const findUnknown = unknownFieldsOf(taskBody);

/** Read the body of `POST /tasks`, or one item of a batch. */
export function draftTask(body: JsonObject, context: ValidationContext): DraftResult {
  const present = dropNulls(body);
  const { value, issues } = checkBody(taskBody, present, context);
  const schema = pickResponseSchema(value);
  const inputs = inputTypesOf(value);
  const draft = {
    input: {
      url: value.url ?? null,
      text: value.input ?? null,
      filename: value.filename ?? null,
      language_in: value.language_in,
      language_out: value.language_out,
      prompt: value.prompt ?? null,
      template: value.template ?? null,
      response_schema: schema.schema,
    },
    inputs: inputs.length > 0 ? inputs : null,
    steps: value.steps ?? null,
    pipelineId: value.pipeline_id ?? null,
    outputs: value.outputs ?? null,
    webhookUrl: value.webhook_url ?? null,
    headers: readHeaders(value),
    ...readTaskLimits(value),
    ttl: value.ttl,
    metadata: readMetadata(value.metadata),
    fieldName: (field: string) => (field === 'response_schema' ? schema.field : field),
  };
  return {
    draft,
    issues: [...issues, ...schema.issues, ...findChoiceIssues(value), ...findHeaderIssues(value)],
    unknown: findUnknown(present),
  };
}

function inputTypesOf(body: TaskBody): InputType[] {
  return [
    ...(body.url === undefined ? [] : (['url'] as const)),
    ...(body.input === undefined ? [] : (['text'] as const)),
  ];
}

function findChoiceIssues(body: TaskBody): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (body.url === undefined && body.input === undefined) {
    const message = 'is required: send url, input or both';
    issues.push({ field: 'url', message }, { field: 'input', message });
  }
  const hasSteps = body.steps !== undefined;
  const hasPipeline = body.pipeline_id !== undefined;
  if (hasSteps === hasPipeline) {
    const message = hasSteps
      ? 'steps and pipeline_id exclude each other: send one'
      : 'is required: send steps or pipeline_id';
    issues.push({ field: 'steps', message }, { field: 'pipeline_id', message });
  }
  return issues;
}

/** Metadata without unknown fields. Invalid metadata has been reported, so its result is not used. */
export function readMetadata(metadata: CreationFields['metadata']): { key: string; value: string }[] {
  if (!Array.isArray(metadata)) return [];
  return metadata.filter((item) => item !== null).map(({ key, value }) => ({ key, value }));
}
