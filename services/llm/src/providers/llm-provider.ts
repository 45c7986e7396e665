import type { Outage } from './outage';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** What is asked, whoever answers. */
export interface Question {
  messages: readonly ChatMessage[];
  temperature?: number | undefined;
  /** JSON Schema of the wanted answer: a hint that the provider passes on as well as it can, never a promise. */
  responseSchema?: Record<string, unknown> | undefined;
}

export interface CompletionRequest extends Question {
  model: ModelFacts;
}

/** The answer of a wire format. */
export interface RawCompletion {
  text: string;
  /** The model as the provider calls it. */
  model: string;
  /** 0 when the provider does not count. */
  inputTokens: number;
  outputTokens: number;
}

/** The answer and what it took. */
export interface Completion extends RawCompletion {
  /** The provider that answered, which after a fall-back is not the chosen one. */
  provider: string;
  /** In the currency of the configured price; null when the model has none. */
  cost: number | null;
}

export interface ModelFacts {
  name: string;
  /** Tokens of question and answer together. */
  contextTokens: number;
  /** Tokens an answer may have; null: whatever the context leaves. */
  outputTokensMax: number | null;
  /** Per million tokens; null when the operator named none. */
  price: { input: number; output: number } | null;
}

/** A language model behind a wire format. One file per format; several may be configured side by side, by name. */
export interface LlmProvider {
  name: string;
  /** The models a step may name; the first is the default. */
  models: readonly [ModelFacts, ...ModelFacts[]];
  /** Who is asked when this one is out of order, by name; null when nobody is. */
  fallback: { provider: string; model: string | null } | null;
  outage: Outage;
  /** Milliseconds before it is asked again after trouble that may pass, doubled each time. */
  retryMs: number;
  /** One call, in a slot of the provider. @throws AppError UPSTREAM_*, TEXT_TOO_LONG; on abort the signal's reason */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<RawCompletion>;
}
