import type { Span } from './span';

export interface SpanMatch {
  written: string;
  /** Its place in the whole text. */
  start: number;
}

/**
 * Every match of a global pattern inside spans of a text, in order. Not by `matchAll`, which copies the pattern each
 * time: most spans have no match of most patterns. Of a span that has its text that is read.
 */
export function matchInSpans(
  text: string,
  spans: readonly (Span & { written?: string })[],
  pattern: RegExp,
): SpanMatch[] {
  const found: SpanMatch[] = [];
  for (const { start, end, written } of spans) {
    const span = written ?? text.slice(start, end);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(span); match !== null; match = pattern.exec(span)) {
      found.push({ written: match[0], start: start + match.index });
      if (match[0] === '') pattern.lastIndex += 1;
    }
  }
  return found;
}
