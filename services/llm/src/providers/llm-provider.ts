import type { AnswerWords } from '@medley/step-worker';
import type { CircuitBreaker } from './circuit-breaker';

/** A message of a conversation. */
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
  /** Gets the answer as it is written, if the provider streams it. */
  words?: AnswerWords | undefined;
}

/** The input of a completion by a certain model. */
export interface CompletionRequest extends CompletionInput {
  model: ModelInfo;
}

/** The answer of a provider. */
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

/** A model of a provider. */
export interface ModelInfo {
  name: string;
  /** Context window: tokens of prompt and answer together. */
  contextTokens: number;
  /** Limit of answer tokens; null: what the prompt leaves of the context. */
  outputTokensMax: number | null;
  /** Per million tokens; null when not configured. */
  price: { input: number; output: number } | null;
}

/** A server with language models, called in one of the supported wire formats. */
export interface LlmProvider {
  name: string;
  /** The first one is the default. */
  models: readonly [ModelInfo, ...ModelInfo[]];
  /** The provider that is called while this one is unavailable, by name. */
  fallback: { provider: string; model: string | null } | null;
  circuitBreaker: CircuitBreaker;
  /** Milliseconds before the first retry after a transient error, doubled for each further one. */
  retryMs: number;
  /** Calls the model when a slot is free, without retries. @throws AppError UPSTREAM_*, TEXT_TOO_LONG; the reason of the signal */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<RawCompletion>;
}
