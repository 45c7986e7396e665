import { ownRuleLimits } from './own-rule-limits';
import { type FoundText, TextTrie } from './text-trie';
import type { Match } from '../document/match';

/** A text of an account that is always hidden. */
export interface DeniedText {
  text: string;
  type: CustomType;
}

/** What an account hides besides what the detectors find. */
export interface OwnRules {
  /** Compared like the allow list, whole words only. */
  denyList?: readonly DeniedText[];
  /** What its patterns have found in the text (`matchPattern`). */
  patternSpans?: readonly OwnSpan[];
}

/** Own rules find more places than `ownRuleLimits.matchesMax`. */
export class TooManyMatches extends Error {}

/** What an own rule has found, in UTF-16 offsets. */
export interface OwnSpan {
  type: CustomType;
  start: number;
  end: number;
}

/** The type of what an account's own rule finds. */
export type CustomType = `CUSTOM_${string}`;

const PREFIX = 'CUSTOM_';

/** Whether a type is that of an own rule. No detector has such a name. */
export function isCustomType(type: string): type is CustomType {
  return type.startsWith(PREFIX);
}

/** The types of own rules among others, each once. */
export function customTypesIn(types: Iterable<string>): CustomType[] {
  return [...new Set(types)].filter(isCustomType);
}

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

/** What is hidden: found by a detector, by an own rule, or by both. Of what an own rule hides the score is 1. */
export type HiddenSpan = (Pick<Match, 'start' | 'end' | 'type'> | OwnSpan) & { score?: number };

const OWN_SCORE = 1;

/**
 * The one place where own rules meet detectors, and each other: all that overlap become one span under the type of the own
 * rule; of several own rules the longest match gives its type, among equals the earlier. Both lists are sorted by start,
 * and those of the detectors do not overlap. The result is sorted and free of overlaps. Linear.
 */
export function joinOwnSpans(matches: readonly Match[], own: readonly OwnSpan[]): HiddenSpan[] {
  const sorted: HiddenSpan[] = [...matches, ...own].sort((a, b) => a.start - b.start || a.end - b.end);
  const isOwn = new Set<HiddenSpan>(own);
  const joined: HiddenSpan[] = [];
  let winner: OwnSpan | null = null;
  for (const span of sorted) {
    const before = joined.at(-1);
    const mine = isOwn.has(span) ? (span as OwnSpan) : null;
    if (!before || span.start >= before.end) {
      const score = mine ? OWN_SCORE : span.score;
      joined.push({ type: span.type, start: span.start, end: span.end, score } as HiddenSpan);
      winner = mine;
      continue;
    }
    if (mine && (!winner || mine.end - mine.start > winner.end - winner.start)) winner = mine;
    const type = winner?.type ?? before.type;
    joined[joined.length - 1] = {
      type,
      start: before.start,
      end: Math.max(before.end, span.end),
      score: winner ? OWN_SCORE : before.score,
    } as HiddenSpan;
  }
  return joined;
}
