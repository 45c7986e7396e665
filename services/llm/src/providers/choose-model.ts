import { estimateTokens, inputTokenBudget } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { completeWithFailover, type Candidate } from './complete-with-failover';
import type { Completion, LlmProvider, ModelInfo, CompletionInput } from './llm-provider';

/** A model of a configured provider. */
export interface ChosenModel {
  provider: string;
  model: string;
  /** Context window: tokens of prompt and answer together. */
  contextTokens: number;
  /** Limit of answer tokens; null: what the prompt leaves of the context. */
  outputTokensMax: number | null;
  /**
   * Waits for a slot of the provider, retries after transient errors, and fails over to the fallback provider, if any.
   * @throws AppError UPSTREAM_*, TEXT_TOO_LONG; the reason of the signal, at once
   */
  complete(input: CompletionInput, signal: AbortSignal): Promise<Completion>;
}

/** The options of a step that select a model. */
export interface ModelSelection {
  provider?: string | undefined;
  /** Without `provider`: the first provider that has this model is used. */
  model?: string | undefined;
}

/**
 * Finds the model of a step. The gateway has checked the names, but the worker may have been reconfigured since.
 * @throws AppError OPTIONS_INVALID that lists the known names, ENGINE_NOT_CONFIGURED without any provider
 */
export function chooseModel(providers: readonly LlmProvider[], selection: ModelSelection): ChosenModel {
  const candidate = find(providers, selection);
  const { provider, model } = candidate;
  const fallbacks = fallbacksOf(candidate, providers);
  return {
    provider: provider.name,
    model: model.name,
    contextTokens: model.contextTokens,
    outputTokensMax: model.outputTokensMax,
    complete: async (input, signal) =>
      completeWithFailover(
        [candidate, ...fallbacks.filter((fallback) => fitsContext(input, fallback.model))],
        input,
        signal,
      ),
  };
}

function find(providers: readonly LlmProvider[], selection: ModelSelection): Candidate {
  const [first] = providers;
  if (!first) {
    throw new AppError(
      'ENGINE_NOT_CONFIGURED',
      'no language model is configured: set LLM_PROVIDERS_FILE or LLM_BASE_URL',
    );
  }
  const named = providers.filter(({ name }) => name === (selection.provider ?? name));
  if (named.length === 0) throw unknownName('provider', providers.map(({ name }) => name)); // prettier-ignore
  for (const provider of named) {
    const model = selection.model === undefined ? provider.models[0] : modelOf(provider, selection.model);
    if (model) return { provider, model };
  }
  const known = named.flatMap(({ models }) => models.map(({ name }) => name));
  throw unknownName('model', [...new Set(known)]);
}

function modelOf({ models }: LlmProvider, model: string): ModelInfo | undefined {
  return models.find(({ name }) => name === model);
}

/** The fallbacks of a candidate, in order; `loadProviders` has refused cycles. */
function fallbacksOf(candidate: Candidate, providers: readonly LlmProvider[]): Candidate[] {
  const { fallback } = candidate.provider;
  const provider = providers.find(({ name }) => name === fallback?.provider);
  if (!fallback || !provider) return [];
  const model = fallback.model === null ? provider.models[0] : modelOf(provider, fallback.model);
  if (!model) return [];
  const next = { provider, model };
  return [next, ...fallbacksOf(next, providers)];
}

/** Whether the messages fit into the context of a model; servers with a smaller context may drop their beginning. */
function fitsContext({ messages }: CompletionInput, { contextTokens }: ModelInfo): boolean {
  const tokens = estimateTokens(messages.map(({ content }) => content).join('\n'));
  return inputTokenBudget(contextTokens, tokens) >= 0;
}

function unknownName(what: string, known: readonly string[]): AppError {
  return new AppError('OPTIONS_INVALID', `unknown ${what}; known: ${known.join(', ')}`);
}
