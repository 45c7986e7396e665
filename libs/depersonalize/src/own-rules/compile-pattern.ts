import { createRequire } from 'node:module';
import type * as Re2 from 're2js';
import { lazy } from '../text/lazy';
import { ownRuleLimits } from './own-rule-limits';
import { programSizeBound } from './program-size-bound';

const load = createRequire(__filename);
/** Loaded by the first pattern: most texts have none. */
const re2 = lazy(() => load('re2js') as typeof Re2);

/** A usable pattern, or why it is none, in words for its author. */
export type CompiledPattern = { pattern: Re2.RE2JS } | { message: string };

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
