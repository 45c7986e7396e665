/** Maximum tokens reserved for the completion, and its maximum share of the context window. */
const COMPLETION_TOKENS_MAX = 2_048;
const COMPLETION_SHARE = 0.25;

/**
 * Tokens available for the input text of one request: the context window without the completion and without the prompt around
 * the text. Shared, so that the gateway refuses the same texts as the worker.
 */
export function inputTokenBudget(contextTokens: number, overheadTokens: number): number {
  return Math.floor(contextTokens - completionReserve(contextTokens) - overheadTokens);
}

function completionReserve(contextTokens: number): number {
  return Math.min(contextTokens * COMPLETION_SHARE, COMPLETION_TOKENS_MAX);
}
