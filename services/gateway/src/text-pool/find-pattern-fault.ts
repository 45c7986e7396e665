import { compilePattern } from '@medley/depersonalize';

/** Null for a usable regular expression, else the message of the issue. */
export function findPatternFault(regex: string): string | null {
  const compiled = compilePattern(regex);
  return 'message' in compiled ? compiled.message : null;
}
