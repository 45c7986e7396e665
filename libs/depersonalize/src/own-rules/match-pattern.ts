import type * as Re2 from 're2js';
import { ownRuleLimits } from './own-rule-limits';
import { type OwnSpan, TooManyMatches } from './own-rules';
import { createRequire } from 'node:module';
import { lazy } from '../text/lazy';
import { programSizeBound } from './program-size-bound';

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

const load = createRequire(__filename);
/** Loaded by the first pattern: most texts have none. */
const re2 = lazy(() => load('re2js') as typeof Re2);

/** A usable pattern, or why it is none, in words for its author. */
type CompiledPattern = { pattern: Re2.RE2JS } | { message: string };

const TOO_LARGE = `is too large: its repetitions compile to more than ${ownRuleLimits.patternInstructionsMax} instructions`;

/** Compile a regular expression of RE2 syntax, whose matching takes linear time. */
export function compilePattern(regex: string): CompiledPattern {
  if (programSizeBound(regex) > ownRuleLimits.patternInstructionsMax) return { message: TOO_LARGE };
  try {
    return { pattern: re2().RE2JS.compile(regex) };
  } catch (error) {
    if (error instanceof re2().RE2JSSyntaxException)
      return { message: `is no RE2 expression: ${describe(error)}` };
    throw error;
  }
}

function describe(error: Re2.RE2JSSyntaxException): string {
  const part = error.getPattern();
  const description = error.getDescription();
  return part === null || part === '' ? description : `${description} at \`${part}\``;
}
