import { RE2JS, RE2JSSyntaxException } from 're2js';
import { ownRuleLimits } from './own-rule-limits';
import { programSizeBound } from './program-size-bound';

/** A usable pattern, or why it is none, in words for its author. */
export type CompiledPattern = { pattern: RE2JS } | { message: string };

const TOO_LARGE = `is too large: its repetitions compile to more than ${ownRuleLimits.patternInstructionsMax} instructions`;

/** Compile a regular expression of RE2 syntax, whose matching takes linear time. */
export function compilePattern(regex: string): CompiledPattern {
  if (programSizeBound(regex) > ownRuleLimits.patternInstructionsMax) return { message: TOO_LARGE };
  try {
    return { pattern: RE2JS.compile(regex) };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { message: `is no RE2 expression: ${describe(error)}` };
    throw error;
  }
}

function describe(error: RE2JSSyntaxException): string {
  const part = error.getPattern();
  const description = error.getDescription();
  return part === null || part === '' ? description : `${description} at \`${part}\``;
}
