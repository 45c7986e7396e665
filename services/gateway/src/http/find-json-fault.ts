import { visit } from 'jsonc-parser';
import { requestLimits } from './http-limits';

class FaultFound extends Error {
  constructor(readonly offset: number) {
    super('found');
  }
}

/**
 * Where a text stops being JSON, as `line 2, column 14`; null when it is too long to be searched, or too deep. `JSON.parse`
 * tells the position only for some faults, and quotes the text.
 */
export function findJsonFault(text: string): string | null {
  if (text.length > requestLimits.faultTextMax) return null;
  const offset = findOffset(text);
  if (offset === null) return null;
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function findOffset(text: string): number | null {
  const stop = (_error: unknown, offset: number): void => {
    throw new FaultFound(offset);
  };
  try {
    visit(text, { onError: stop }, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error instanceof FaultFound) return error.offset;
    // Nesting too deep for the parser, which is recursive.
    if (error instanceof RangeError) return null;
    throw error;
  }
  return null;
}
