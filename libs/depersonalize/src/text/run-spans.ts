import type { Span } from './span';

const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/**
 * The runs of a text without a blank in which a global pattern matches: where to look for what has such a mark and no
 * blank in it, as links and e-mail addresses. Linear.
 */
export function runSpans(text: string, mark: RegExp): Span[] {
  const spans: Span[] = [];
  mark.lastIndex = 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const last = spans.at(-1)?.end ?? 0;
    let start = match.index;
    while (start > last && !BLANKS.has(text.charCodeAt(start - 1))) start -= 1;
    let end = match.index + match[0].length;
    while (end < text.length && !BLANKS.has(text.charCodeAt(end))) end += 1;
    spans.push({ start, end });
    mark.lastIndex = end;
  }
  return spans;
}
