export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface CompletionRequest {
  model: string;
  messages: readonly ChatMessage[];
  temperature?: number | undefined;
  /** JSON Schema of the wanted answer: a hint that the provider passes on as well as it can, never a promise. */
  responseSchema?: Record<string, unknown> | undefined;
}

export interface Completion {
  text: string;
  /** The model as the provider calls it. */
  model: string;
  /** 0 when the provider does not count. */
  inputTokens: number;
  outputTokens: number;
}

/** A language model behind a wire format. One file per format; several may be configured side by side, by name. */
export interface LlmProvider {
  name: string;
  /** The models a step may name; the first is the default. */
  models: readonly string[];
  /** @throws AppError UPSTREAM_*, TEXT_TOO_LONG; on abort the signal's reason, at once */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}
