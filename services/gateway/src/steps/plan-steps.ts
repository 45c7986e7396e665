import {
  isPromptTemplateName,
  promptTemplateNames,
  resolveGraph,
  type ValidationIssue,
  type InputType,
  type RequestedStep,
  type ResolvedStep,
} from '@medley/contracts';
import { findPatternIssues } from './find-pattern-issues';
import type { SchemaChecks } from './schema-checks';

/** The prompt fields of a task, which apply to all its llm steps. */
export interface PromptSource {
  prompt: string | null;
  template: string | null;
  response_schema: Record<string, unknown> | null;
}

export interface StepPlan {
  steps: ResolvedStep[];
  issues: ValidationIssue[];
}

/** Resolve the graph of a task or pipeline template and validate prompts, templates and JSON Schemas in its options. */
export async function planSteps(
  requested: readonly RequestedStep[],
  task: { inputs: readonly InputType[] | null; prompts: PromptSource | null },
  schemas: SchemaChecks,
): Promise<StepPlan> {
  const { steps, issues } = resolveGraph(requested, task.inputs);
  const optionIssues = await Promise.all(
    requested.flatMap((step, index) => [
      findLlmIssues(step, { index, task: task.prompts }, schemas),
      findPatternIssues(step, index, schemas),
    ]),
  );
  return { steps, issues: [...issues, ...optionIssues.flat()] };
}

/** Validate the prompt fields of a task. */
export async function findPromptIssues(
  prompts: PromptSource,
  schemas: SchemaChecks,
): Promise<ValidationIssue[]> {
  const issues = prompts.template === null ? [] : findTemplateIssues(prompts.template, 'template');
  return [...issues, ...(await findSchemaIssues(prompts.response_schema, 'response_schema', schemas))];
}

async function findLlmIssues(
  step: RequestedStep,
  { index, task }: { index: number; task: PromptSource | null },
  schemas: SchemaChecks,
): Promise<ValidationIssue[]> {
  if (step.name !== 'llm') return [];
  const field = `steps[${index}].options`;
  const own = (step.options ?? {}) as Partial<PromptSource>;
  const instruction = own.prompt || own.template || task?.prompt || task?.template;
  return [
    ...(task && !instruction
      ? [{ field: `${field}.prompt`, message: 'is required: an llm step needs a prompt or a template' }]
      : []),
    ...(typeof own.template === 'string' ? findTemplateIssues(own.template, `${field}.template`) : []),
    ...(await findSchemaIssues(own.response_schema ?? null, `${field}.response_schema`, schemas)),
  ];
}

function findTemplateIssues(name: string, field: string): ValidationIssue[] {
  if (isPromptTemplateName(name)) return [];
  return [{ field, message: `must be one of: ${promptTemplateNames.join(', ')}` }];
}

async function findSchemaIssues(
  schema: Record<string, unknown> | null,
  field: string,
  schemas: SchemaChecks,
): Promise<ValidationIssue[]> {
  // Anything but an object was already reported by the Joi schema.
  if (schema === null || typeof schema !== 'object') return [];
  const message = await schemas.check(schema);
  return message === null ? [] : [{ field, message }];
}
