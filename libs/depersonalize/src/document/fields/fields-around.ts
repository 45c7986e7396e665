import type { Field } from './field';

/** So many values before and behind are of the same record. */
const RECORD = 8;
const RECORD_LENGTH = 400;

/** Whether another value with a trait is in the record of the value at an index. */
export function isFieldAround(
  fields: readonly Field[],
  at: number,
  hasTrait: (field: Field) => boolean,
): boolean {
  const from = fields[at]?.start ?? 0;
  for (let i = Math.max(0, at - RECORD); i <= at + RECORD; i += 1) {
    const field = fields[i];
    if (i === at || field === undefined || Math.abs(field.start - from) > RECORD_LENGTH) continue;
    if (hasTrait(field)) return true;
  }
  return false;
}
