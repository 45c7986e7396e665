import type { DescribedText } from '@medley/person-model';

/** The tokens of a span of text that begins behind a token; null where it cuts one. */
export function tokensOf(
  { tokens }: DescribedText,
  { start, end }: { start: number; end: number },
  behind: number,
): { first: number; last: number } | null {
  let first = behind;
  while (first < tokens.count && (tokens.starts[first] ?? end) < start) first += 1;
  let last = first;
  while (last < tokens.count && (tokens.ends[last] ?? end) < end) last += 1;
  return tokens.starts[first] === start && tokens.ends[last] === end ? { first, last } : null;
}
