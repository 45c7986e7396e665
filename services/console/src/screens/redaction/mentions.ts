import type { DepersonalizeMode, FoundEntity } from '@medley/client/browser';

/** One place of personal data, on both sides. */
export interface Mention {
  /** 0, 1, … in the order of the text. */
  index: number;
  /** Number shared by all mentions of the same thing. */
  group: number;
  type: string;
  /** Null: the text before is not shown. */
  original: string | null;
  replacement: string;
}

/** A stretch of a text: as it is, or a mention. */
export type Part = string | Mention;

export interface MarkedTexts {
  mentions: Mention[];
  /** Null: the text before is not there, or is not the one that the entities were found in. */
  before: Part[] | null;
  /** Null: the replacements do not stand where they should. */
  after: Part[] | null;
}

/** Splits both texts at their mentions. Offsets are UTF-16 units of `before`; those of `after` follow from the replacements. */
export function markTexts(
  before: string | null,
  { text, mode, entities }: { text: string; mode: DepersonalizeMode; entities: readonly FoundEntity[] },
): MarkedTexts {
  const sorted = [...entities].sort((a, b) => a.start - b.start);
  const fits = before !== null && (sorted.at(-1)?.end ?? 0) <= before.length;
  const groups = new Map<string, number>();
  const mentions = sorted.map(({ type, start, end, replacement }, index) => {
    const original = fits ? before.slice(start, end) : null;
    const name = mode === 'reversible' ? replacement : (original ?? `${replacement} ${index}`).toLowerCase();
    const key = `${type} ${name}`;
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    return { index, group, type, original, replacement };
  });
  return {
    mentions,
    before: fits ? splitBefore(before, sorted, mentions) : null,
    after: splitAfter(text, sorted, mentions),
  };
}

function splitBefore(text: string, entities: readonly FoundEntity[], mentions: readonly Mention[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  mentions.forEach((mention, index) => {
    const { start, end } = entities[index] ?? { start: at, end: at };
    if (start > at) parts.push(text.slice(at, start));
    parts.push(mention);
    at = end;
  });
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

function splitAfter(
  text: string,
  entities: readonly FoundEntity[],
  mentions: readonly Mention[],
): Part[] | null {
  const parts: Part[] = [];
  let [at, shift] = [0, 0];
  for (const [index, mention] of mentions.entries()) {
    const { start, end, replacement } = entities[index] ?? { start: 0, end: 0, replacement: '' };
    const found = start + shift;
    if (found < at || !text.startsWith(replacement, found)) return null;
    if (found > at) parts.push(text.slice(at, found));
    parts.push(mention);
    at = found + replacement.length;
    shift += replacement.length - (end - start);
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** How often each type occurs, the most frequent first. */
export function countTypes(mentions: readonly Mention[]): [type: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { type } of mentions) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].sort(([a, inA], [b, inB]) => inB - inA || a.localeCompare(b));
}
