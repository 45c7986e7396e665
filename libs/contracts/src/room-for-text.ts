/** The most an answer sets aside, and its greatest share of the context. */
const ANSWER_TOKENS_MAX = 2_048;
const ANSWER_SHARE = 0.25;

/**
 * Tokens that are left for the text when a model takes it in one piece: its context without the answer and without
 * what stands around the text. Shared, so that the gateway refuses what the worker would.
 */
export function roomForText(contextTokens: number, aroundTokens: number): number {
  return Math.floor(contextTokens - answerReserve(contextTokens) - aroundTokens);
}

function answerReserve(contextTokens: number): number {
  return Math.min(contextTokens * ANSWER_SHARE, ANSWER_TOKENS_MAX);
}
