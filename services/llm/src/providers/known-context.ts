/** Where nothing is said: what a model at home is usually given. */
const CONTEXT_TOKENS = 8_192;

/** Models whose context is the same wherever they run; the first that fits counts. */
const knownContexts: readonly (readonly [RegExp, number])[] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-5/, 400_000],
  [/^(gpt-4o|gpt-4-turbo|o1-mini|o1-preview)/, 128_000],
  [/^gpt-3\.5-turbo/, 16_385],
  [/^o[134](-|$)/, 200_000],
  [/^claude-/, 200_000],
];

/** Tokens of question and answer of a model that the operator has said nothing about; `openai/gpt-4o` is `gpt-4o`. */
export function knownContext(model: string): number {
  const name = model.slice(model.lastIndexOf('/') + 1);
  return knownContexts.find(([pattern]) => pattern.test(name))?.[1] ?? CONTEXT_TOKENS;
}
