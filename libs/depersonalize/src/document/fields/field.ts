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
