/** Default for unknown models: a usual context of self-hosted models. */
const CONTEXT_TOKENS = 8_192;

/** Models whose context is the same with every provider; the first match wins. */
const contextTokensByModel: readonly (readonly [RegExp, number])[] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-5/, 400_000],
  [/^(gpt-4o|gpt-4-turbo|o1-mini|o1-preview)/, 128_000],
  [/^gpt-3\.5-turbo/, 16_385],
  [/^o[134](-|$)/, 200_000],
  [/^claude-/, 200_000],
];

/** Context window in tokens of a model that has no `context_tokens` setting; `openai/gpt-4o` counts as `gpt-4o`. */
export function defaultContextTokens(model: string): number {
  const name = model.slice(model.lastIndexOf('/') + 1);
  return contextTokensByModel.find(([pattern]) => pattern.test(name))?.[1] ?? CONTEXT_TOKENS;
}
