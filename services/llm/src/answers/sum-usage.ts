import type { Completion } from '../providers/llm-provider';

/** Returns the newer completion with the tokens and the cost of both; the cost is null unless both costs are known. */
export function sumUsage(before: Completion | null, now: Completion): Completion {
  if (!before) return now;
  return {
    ...now,
    inputTokens: before.inputTokens + now.inputTokens,
    outputTokens: before.outputTokens + now.outputTokens,
    cost: before.cost === null || now.cost === null ? null : Number((before.cost + now.cost).toFixed(9)),
  };
}
