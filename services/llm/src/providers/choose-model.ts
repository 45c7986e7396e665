import { estimateTokens, roomForText } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { askInTurn, type Choice } from './ask-in-turn';
import type { Completion, LlmProvider, ModelFacts, Question } from './llm-provider';

/** A model of a configured provider, ready to be asked. */
export interface ChosenModel {
  provider: string;
  model: string;
  /** Tokens of question and answer together. */
  contextTokens: number;
  /** Tokens an answer may have; null: whatever the context leaves. */
  outputTokensMax: number | null;
  /**
   * Ask it: waits for a slot of the provider, repeats after trouble that passes, falls back to another provider when one
   * is configured. @throws AppError UPSTREAM_*, TEXT_TOO_LONG; on abort the signal's reason, at once
   */
  complete(question: Question, signal: AbortSignal): Promise<Completion>;
}

export interface ModelWish {
  provider?: string | undefined;
  /** Without a provider: that of the first provider that has it. */
  model?: string | undefined;
}

/**
 * The gateway has checked names already; a worker that was configured anew since may not know them any more.
 * @throws AppError OPTIONS_INVALID listing the known names, ENGINE_NOT_CONFIGURED without any provider
 */
export function chooseModel(providers: readonly LlmProvider[], wish: ModelWish): ChosenModel {
  const choice = find(providers, wish);
  const { provider, model } = choice;
  const others = fallbacksOf(choice, providers);
  return {
    provider: provider.name,
    model: model.name,
    contextTokens: model.contextTokens,
    outputTokensMax: model.outputTokensMax,
    complete: async (question, signal) =>
      askInTurn([choice, ...others.filter((other) => fits(question, other.model))], question, signal),
  };
}

function find(providers: readonly LlmProvider[], wish: ModelWish): Choice {
  const [first] = providers;
  if (!first) {
    throw new AppError(
      'ENGINE_NOT_CONFIGURED',
      'no language model is configured: set LLM_PROVIDERS_FILE or LLM_BASE_URL',
    );
  }
  const named = providers.filter(({ name }) => name === (wish.provider ?? name));
  if (named.length === 0) throw unknownName('provider', providers.map(({ name }) => name)); // prettier-ignore
  for (const provider of named) {
    const model = wish.model === undefined ? provider.models[0] : modelOf(provider, wish.model);
    if (model) return { provider, model };
  }
  const known = named.flatMap(({ models }) => models.map(({ name }) => name));
  throw unknownName('model', [...new Set(known)]);
}

function modelOf({ models }: LlmProvider, wanted: string): ModelFacts | undefined {
  return models.find(({ name }) => name === wanted);
}

/** Who is asked after this choice, in order; the configuration has no circle. */
function fallbacksOf(choice: Choice, providers: readonly LlmProvider[]): Choice[] {
  const { fallback } = choice.provider;
  const provider = providers.find(({ name }) => name === fallback?.provider);
  if (!fallback || !provider) return [];
  const model = fallback.model === null ? provider.models[0] : modelOf(provider, fallback.model);
  if (!model) return [];
  const next = { provider, model };
  return [next, ...fallbacksOf(next, providers)];
}

/** A smaller model would forget the beginning of the text. */
function fits({ messages }: Question, { contextTokens }: ModelFacts): boolean {
  const tokens = estimateTokens(messages.map(({ content }) => content).join('\n'));
  return roomForText(contextTokens, tokens) >= 0;
}

function unknownName(what: string, known: readonly string[]): AppError {
  return new AppError('OPTIONS_INVALID', `unknown ${what}; known: ${known.join(', ')}`);
}
