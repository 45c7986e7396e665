import type { Fault, InputType } from '@medley/contracts';
import type { JsonObject } from '../http/parse-body';
import { checkBody, type RuleContext } from '../validation/check-body';
import { dropNulls } from '../validation/drop-nulls';
import { taskBody, type CommonBody, type TaskBody } from '../validation/task-schemas';
import { pickResponseSchema } from './pick-response-schema';
import type { DraftResult } from './task-draft';

/** Read the body of `POST /tasks`, or one item of a batch. */
export function draftTask(body: JsonObject, rules: RuleContext): DraftResult {
  const { value, faults } = checkBody(taskBody, dropNulls(body), rules);
  const schema = pickResponseSchema(value);
  const given = givenBy(value);
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
    given: given.length > 0 ? given : null,
    steps: value.steps ?? null,
    pipelineId: value.pipeline_id ?? null,
    webhookUrl: value.webhook_url ?? null,
    ttl: value.ttl,
    metadata: readPairs(value.metadata),
    fieldName: (field: string) => (field === 'response_schema' ? schema.field : field),
  };
  return { draft, faults: [...faults, ...schema.faults, ...findChoiceFaults(value)] };
}

function givenBy(body: TaskBody): InputType[] {
  return [
    ...(body.url === undefined ? [] : (['url'] as const)),
    ...(body.input === undefined ? [] : (['text'] as const)),
  ];
}

function findChoiceFaults(body: TaskBody): Fault[] {
  const faults: Fault[] = [];
  if (body.url === undefined && body.input === undefined) {
    const message = 'is required: send url, input or both';
    faults.push({ field: 'url', message }, { field: 'input', message });
  }
  const hasSteps = body.steps !== undefined;
  const hasPipeline = body.pipeline_id !== undefined;
  if (hasSteps === hasPipeline) {
    const message = hasSteps
      ? 'steps and pipeline_id exclude each other: send one'
      : 'is required: send steps or pipeline_id';
    faults.push({ field: 'steps', message }, { field: 'pipeline_id', message });
  }
  return faults;
}

/** The pairs without unknown fields; of metadata that is faulty it does not matter what comes out. */
export function readPairs(metadata: CommonBody['metadata']): { key: string; value: string }[] {
  if (!Array.isArray(metadata)) return [];
  return metadata.filter((item) => item !== null).map(({ key, value }) => ({ key, value }));
}
