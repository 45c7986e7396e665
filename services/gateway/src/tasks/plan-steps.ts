import {
  isPromptTemplateName,
  promptTemplateNames,
  resolveGraph,
  type Fault,
  type InputType,
  type RequestedStep,
  type ResolvedStep,
} from '@medley/contracts';
import type { SchemaChecks } from '../validation/schema-checks';

/** What the task says for all its llm steps; null for a template of tasks, which may say it later. */
export interface PromptSource {
  prompt: string | null;
  template: string | null;
  response_schema: Record<string, unknown> | null;
}

export interface StepPlan {
  steps: ResolvedStep[];
  faults: Fault[];
}

/** Resolve a graph and check what its options say; the same for tasks and for templates of tasks. */
export async function planSteps(
  requested: readonly RequestedStep[],
  task: { given: readonly InputType[] | null; says: PromptSource | null },
  schemas: SchemaChecks,
): Promise<StepPlan> {
  const { steps, faults } = resolveGraph(requested, task.given);
  const optionFaults = await Promise.all(
    requested.map((step, index) => findLlmFaults(step, { index, task: task.says }, schemas)),
  );
  return { steps, faults: [...faults, ...optionFaults.flat()] };
}

/** What the task itself says about prompts. */
export async function findPromptFaults(says: PromptSource, schemas: SchemaChecks): Promise<Fault[]> {
  const faults = says.template === null ? [] : findTemplateFaults(says.template, 'template');
  return [...faults, ...(await findSchemaFaults(says.response_schema, 'response_schema', schemas))];
}

async function findLlmFaults(
  step: RequestedStep,
  { index, task }: { index: number; task: PromptSource | null },
  schemas: SchemaChecks,
): Promise<Fault[]> {
  if (step.name !== 'llm') return [];
  const field = `steps[${index}].options`;
  const own = (step.options ?? {}) as Partial<PromptSource>;
  const saysWhat = own.prompt || own.template || task?.prompt || task?.template;
  return [
    ...(task && !saysWhat
      ? [{ field: `${field}.prompt`, message: 'is required: an llm step needs a prompt or a template' }]
      : []),
    ...(typeof own.template === 'string' ? findTemplateFaults(own.template, `${field}.template`) : []),
    ...(await findSchemaFaults(own.response_schema ?? null, `${field}.response_schema`, schemas)),
  ];
}

function findTemplateFaults(name: string, field: string): Fault[] {
  if (isPromptTemplateName(name)) return [];
  return [{ field, message: `must be one of: ${promptTemplateNames.join(', ')}` }];
}

async function findSchemaFaults(
  schema: Record<string, unknown> | null,
  field: string,
  schemas: SchemaChecks,
): Promise<Fault[]> {
  // What is no object has been found out already.
  if (schema === null || typeof schema !== 'object') return [];
  const message = await schemas.check(schema);
  return message === null ? [] : [{ field, message }];
}
