import { compilePattern } from './compile-pattern';
import { ownRuleLimits } from './own-rule-limits';
import { TooManyMatches } from './own-rules';
import type { OwnSpan } from './own-span';

/** A pattern of an account; `regex` has RE2 syntax. */
export interface OwnPattern {
  type: OwnSpan['type'];
  regex: string;
}

/**
 * Find a pattern in a text, without its empty matches. One pass takes linear time, but a pattern whose matches are found
 * late may need a pass for each of them: run it in a thread with a time limit.
 * @throws TooManyMatches; RangeError when the pattern is not valid
 */
export function matchPattern(text: string, { type, regex }: OwnPattern): OwnSpan[] {
  const compiled = compilePattern(regex);
  if ('message' in compiled) throw new RangeError('a pattern that no validation has passed');
  const matcher = compiled.pattern.matcher(text);
  const spans: OwnSpan[] = [];
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end === start) continue;
    if (spans.length >= ownRuleLimits.matchesMax) throw new TooManyMatches();
    spans.push({ type, start, end });
  }
  return spans;
}
