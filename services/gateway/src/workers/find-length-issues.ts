import {
  estimateTokens,
  isPromptTemplateName,
  promptTemplateNames,
  inputTokenBudget,
  type EngineInfo,
  type ValidationIssue,
  type LlmOptions,
  type ResolvedStep,
  type WorkerAnnouncement,
} from '@medley/contracts';
import { findLongInput } from './find-long-input';

/** Lower bound of the tokens of the instructions that the worker adds. */
const INSTRUCTION_TOKENS = 150;

/** The fields of a task that determine the prompt of its first llm steps. */
interface PromptFields {
  text: string | null;
  prompt: string | null;
  template: string | null;
  response_schema: Record<string, unknown> | null;
}

/**
 * Find issues of a text that exceeds the context window of a first llm step which cannot process it in chunks. Text that
 * other steps produce is checked by the worker.
 */
export function findLengthIssues(
  workers: readonly WorkerAnnouncement[],
  steps: readonly ResolvedStep[],
  task: PromptFields,
): ValidationIssue[] {
  const { text } = task;
  if (text === null) return [];
  const ready = workers.filter((worker) => worker.ready);
  const tokens = estimateTokens(text);
  for (const step of steps) {
    if (step.name !== 'llm' || step.depends_on.length > 0) continue;
    const message = describeExcess(tokens, effectiveOptions(step, task), ready);
    if (message !== null) return [{ field: 'input', message }];
  }
  return [];
}

/** The options of the step merged over those of the task, as the worker receives them. */
function effectiveOptions(step: ResolvedStep, task: PromptFields): LlmOptions {
  const own = step.options as LlmOptions;
  return {
    ...(task.prompt !== null && { prompt: task.prompt }),
    ...(task.template !== null && { template: task.template }),
    ...(task.response_schema !== null && { response_schema: task.response_schema }),
    ...own,
  };
}

function describeExcess(
  tokens: number,
  options: LlmOptions,
  workers: readonly WorkerAnnouncement[],
): string | null {
  const { template, response_schema: schema } = options;
  const long = isPromptTemplateName(template) ? findLongInput(template, workers) : 'none';
  if (long === 'map-reduce' || (long === 'join' && !schema)) return null;
  const context = widestContext(options, workers);
  if (context === null) return null;
  const promptTokens =
    INSTRUCTION_TOKENS +
    estimateTokens(options.prompt ?? '') +
    (schema ? estimateTokens(JSON.stringify(schema)) : 0);
  const budget = Math.max(inputTokenBudget(context, promptTokens), 0);
  if (tokens <= budget) return null;
  const size = `is too long: about ${tokens} tokens, and beside the prompt the model takes about ${budget}`;
  if (long === 'join') return `${size}; with a response_schema the template ${template} cannot work in parts`;
  const able = promptTemplateNames.filter((name) => findLongInput(name, workers) !== 'none');
  const what = template === undefined ? 'a prompt alone' : `the template ${template}`;
  return `${size}; ${what} cannot work in parts, these templates can: ${able.join(', ')}`;
}

/** The largest context window among the workers; null when a worker does not announce one. */
function widestContext(options: LlmOptions, workers: readonly WorkerAnnouncement[]): number | null {
  const contexts = workers.map((worker) => findContext(options, worker));
  if (contexts.length === 0 || contexts.some((context) => context === undefined)) return null;
  return Math.max(...contexts.map((context) => context ?? 0));
}

function findContext(options: LlmOptions, worker: WorkerAnnouncement): number | undefined {
  const engine = worker.engines.find((one) => isSelected(one, options, worker));
  const model = options.model ?? engine?.default_model;
  return typeof model === 'string' ? engine?.context_tokens?.[model] : undefined;
}

/** Selects the engine like the worker does: by provider, else by model, else the default engine. */
function isSelected(
  engine: EngineInfo,
  { provider, model }: LlmOptions,
  worker: WorkerAnnouncement,
): boolean {
  if (provider !== undefined) return engine.name === provider;
  return model === undefined ? engine.name === worker.default_engine : engine.models.includes(model);
}
