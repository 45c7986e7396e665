import { TooManyMatches, type OwnRules } from './own-rules';
import { ownRuleLimits } from './own-rule-limits';
import type { OwnSpan } from './own-span';
import { TextTrie, type FoundText } from './text-trie';

/**
 * What own rules find, without what the allow list names: a value that is on it, or a part of one. Sorted by start.
 * @throws TooManyMatches
 */
export function findOwnSpans(
  text: string,
  { denyList = [], patternSpans = [] }: OwnRules,
  allowList: readonly string[],
): OwnSpan[] {
  const denied = findTexts(
    text,
    denyList.map((item) => item.text),
  ).flatMap(({ index, start, end }): OwnSpan[] => {
    const type = denyList[index]?.type;
    return type === undefined ? [] : [{ type, start, end }];
  });
  const spans = [...denied, ...patternSpans].sort((a, b) => a.start - b.start || b.end - a.end);
  if (spans.length > ownRuleLimits.matchesMax) throw new TooManyMatches();
  return spans.length === 0 ? [] : withoutAllowed(spans, findTexts(text, allowList));
}

function findTexts(text: string, texts: readonly string[]): FoundText[] {
  if (texts.length === 0) return [];
  const found = new TextTrie(texts).find(text, ownRuleLimits.matchesMax);
  if (!found) throw new TooManyMatches();
  return found;
}

/** Both sorted by start, in one pass: of the allowed places that have begun, the one that reaches furthest decides. */
function withoutAllowed(spans: readonly OwnSpan[], allowed: readonly FoundText[]): OwnSpan[] {
  const sorted = [...allowed].sort((a, b) => a.start - b.start);
  let next = 0;
  let reach = 0;
  return spans.filter(({ start, end }) => {
    for (; (sorted[next]?.start ?? Infinity) <= start; next += 1)
      reach = Math.max(reach, sorted[next]?.end ?? 0);
    return end > reach;
  });
}
