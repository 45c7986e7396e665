import {
  estimateTokens,
  isPromptTemplateName,
  promptTemplateNames,
  inputTokenBudget,
  type EngineInfo,
  type Fault,
  type LlmOptions,
  type ResolvedStep,
  type WorkerAnnouncement,
} from '@medley/contracts';
import { longInputOf } from './long-input-of';

/** Lower bound of the tokens of the worker's built-in instructions when no template is used. */
const OWN_WORDS_TOKENS = 150;

/** The fields of a task that determine the prompt of its first llm steps. */
interface TaskWords {
  text: string | null;
  prompt: string | null;
  template: string | null;
  response_schema: Record<string, unknown> | null;
}

/**
 * Find faults of a text that exceeds the context window of a first llm step which cannot process it in chunks. Text that
 * other steps produce is checked by the worker.
 */
export function findLengthFaults(
  workers: readonly WorkerAnnouncement[],
  steps: readonly ResolvedStep[],
  task: TaskWords,
): Fault[] {
  const { text } = task;
  if (text === null) return [];
  const ready = workers.filter((worker) => worker.ready);
  const tokens = estimateTokens(text);
  for (const step of steps) {
    if (step.name !== 'llm' || step.depends_on.length > 0) continue;
    const message = findFault(tokens, wordsOf(step, task), ready);
    if (message !== null) return [{ field: 'input', message }];
  }
  return [];
}

/** The options of the step merged over those of the task, as the worker receives them. */
function wordsOf(step: ResolvedStep, task: TaskWords): LlmOptions {
  const own = step.options as LlmOptions;
  return {
    ...(task.prompt !== null && { prompt: task.prompt }),
    ...(task.template !== null && { template: task.template }),
    ...(task.response_schema !== null && { response_schema: task.response_schema }),
    ...own,
  };
}

function findFault(tokens: number, words: LlmOptions, workers: readonly WorkerAnnouncement[]): string | null {
  const { template, response_schema: schema } = words;
  const long = isPromptTemplateName(template) ? longInputOf(template, workers) : 'none';
  if (long === 'map-reduce' || (long === 'join' && !schema)) return null;
  const context = widestContext(words, workers);
  if (context === null) return null;
  const around =
    OWN_WORDS_TOKENS +
    estimateTokens(words.prompt ?? '') +
    (schema ? estimateTokens(JSON.stringify(schema)) : 0);
  const room = Math.max(inputTokenBudget(context, around), 0);
  if (tokens <= room) return null;
  const size = `is too long: about ${tokens} tokens, and beside the prompt the model takes about ${room}`;
  if (long === 'join') return `${size}; with a response_schema the template ${template} cannot work in parts`;
  const able = promptTemplateNames.filter((name) => longInputOf(name, workers) !== 'none');
  const what = template === undefined ? 'a prompt alone' : `the template ${template}`;
  return `${size}; ${what} cannot work in parts, these templates can: ${able.join(', ')}`;
}

/** The largest context window among the workers; null when a worker does not announce one. */
function widestContext(words: LlmOptions, workers: readonly WorkerAnnouncement[]): number | null {
  const contexts = workers.map((worker) => contextOf(words, worker));
  if (contexts.length === 0 || contexts.some((context) => context === undefined)) return null;
  return Math.max(...contexts.map((context) => context ?? 0));
}

function contextOf(words: LlmOptions, worker: WorkerAnnouncement): number | undefined {
  const engine = worker.engines.find((one) => isMeant(one, words, worker));
  const model = words.model ?? engine?.default_model;
  return typeof model === 'string' ? engine?.context_tokens?.[model] : undefined;
}

/** Selects the engine like the worker does: by provider, else by model, else the default engine. */
function isMeant(engine: EngineInfo, { provider, model }: LlmOptions, worker: WorkerAnnouncement): boolean {
  if (provider !== undefined) return engine.name === provider;
  return model === undefined ? engine.name === worker.default_engine : engine.models.includes(model);
}
