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

/** What the worker's own words around a text without a template take at least. */
const OWN_WORDS_TOKENS = 150;

/** What a task says about the text of its first steps. */
interface TaskWords {
  text: string | null;
  prompt: string | null;
  template: string | null;
  response_schema: Record<string, unknown> | null;
}

/**
 * Faults of a text that is longer than the model of a first llm step takes, when that step cannot work on it in parts.
 * Text that a task makes on its way is judged by the worker.
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

/** The step's own options over what the task says, as the worker gets them. */
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
  if (long === 'join') return `${size}; with a response_schema the template ${template} cannot work in deps`;
  const able = promptTemplateNames.filter((name) => longInputOf(name, workers) !== 'none');
  const what = template === undefined ? 'a prompt alone' : `the template ${template}`;
  return `${size}; ${what} cannot work in deps, these templates can: ${able.join(', ')}`;
}

/** Null when somebody who may get the step does not say how much the model takes. */
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

/** Chosen as the worker chooses: by name, else the first that has the model, else the default. */
function isMeant(engine: EngineInfo, { provider, model }: LlmOptions, worker: WorkerAnnouncement): boolean {
  if (provider !== undefined) return engine.name === provider;
  return model === undefined ? engine.name === worker.default_engine : engine.models.includes(model);
}
