import type { EntityType } from '@medley/contracts';
import type { Label } from '../labels/label';

/**
 * What the head of a column or a key says of its values: what a label says, or whom they name. `PART_OF_`: a part of such
 * a value, as a first name or a surname alone; `MAYBE_`: such a value, or something else; `THING`: no person.
 */
export type FieldKind = Label | `PART_OF_${EntityType}` | `MAYBE_${EntityType}` | 'THING';

/** A value whose meaning a head or a key tells that stands elsewhere; offsets of the value without its quotes. */
export interface Field {
  start: number;
  end: number;
  kind: FieldKind | null;
  /** What numbers in it are. */
  label: Label | null;
  /** In a column; else behind a key. */
  isCell: boolean;
}

/** What the heads of columns and keys say. */
export interface HeadReader {
  /** What a head in any spelling («birth_date», “dateOfBirth”, «Дата рожд.») says of the values below or behind it. */
  kindOf(head: string): FieldKind | null;
  /** What a kind says of numbers; null: nothing. */
  labelOf(kind: FieldKind): Label | null;
  /** The label in a head that is no known name of a column, wherever it stands there. */
  labelIn(head: string): Label | null;
}

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

/** A cell or a value without blanks and quotes around it. */
export function trimValue(text: string, start: number, end: number): { start: number; end: number } {
  let [from, to] = [start, end];
  while (from < to && isAround(text.charAt(from))) from += 1;
  while (to > from && isAround(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}

function isAround(char: string): boolean {
  return ' \t\r\n\u00a0"\'`«»“”|\\'.includes(char);
}
