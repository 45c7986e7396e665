import type { CircuitBreaker } from './circuit-breaker';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The input of a completion, independent of the model. */
export interface CompletionInput {
  messages: readonly ChatMessage[];
  temperature?: number | undefined;
  /** JSON Schema of the answer. The provider passes it on if the model supports it; the answer may violate it. */
  responseSchema?: Record<string, unknown> | undefined;
}

export interface CompletionRequest extends CompletionInput {
  model: ModelInfo;
}

/** The answer of a wire format. */
export interface RawCompletion {
  text: string;
  /** The name of the model as the provider reports it. */
  model: string;
  /** 0 when the provider reports no usage. */
  inputTokens: number;
  outputTokens: number;
}

/** An answer with its provider and cost. */
export interface Completion extends RawCompletion {
  /** The provider that answered; after a failover not the chosen one. */
  provider: string;
  /** In the currency of the configured price; null when the model has none. */
  cost: number | null;
}

export interface ModelInfo {
  name: string;
  /** Tokens of prompt and answer together. */
  contextTokens: number;
  /** Tokens an answer may have; null: what the prompt leaves of the context. */
  outputTokensMax: number | null;
  /** Per million tokens; null when not configured. */
  price: { input: number; output: number } | null;
}

/** A language model behind a wire format. One file per format; several may be configured side by side, by name. */
export interface LlmProvider {
  name: string;
  /** The models a step may name; the first is the default. */
  models: readonly [ModelInfo, ...ModelInfo[]];
  /** The provider that is called while this one is unavailable, by name. */
  fallback: { provider: string; model: string | null } | null;
  circuitBreaker: CircuitBreaker;
  /** Milliseconds before the first retry after a transient error, doubled for each further one. */
  retryMs: number;
  /** One call, in a slot of the provider. @throws AppError UPSTREAM_*, TEXT_TOO_LONG; on abort the signal's reason */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<RawCompletion>;
}
