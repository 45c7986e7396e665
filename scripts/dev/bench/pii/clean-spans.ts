import { canonicalType } from './canonical-type';

export interface Span {
  /** UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
  type: string;
}

/** Spans with canonical type names, sorted and without duplicates; those outside a text of this length are dropped. */
export function cleanSpans(spans: readonly Span[], length: number): Span[] {
  const unique = new Map<string, Span>();
  for (const { start, end, type } of spans) {
    const isInside =
      Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length;
    if (!isInside) continue;
    const span = { start, end, type: canonicalType(type) };
    unique.set(spanKey(span), span);
  }
  return [...unique.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

export function spanKey({ start, end, type }: Span): string {
  return `${start} ${end} ${type}`;
}

/** A byte for each code unit of the text: 1 where one of the spans lies. */
export function markSpans(spans: readonly Span[], length: number): Uint8Array {
  const marks = new Uint8Array(length);
  for (const { start, end } of spans) marks.fill(1, start, end);
  return marks;
}
