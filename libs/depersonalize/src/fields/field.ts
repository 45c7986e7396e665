import type { Label } from '../label-words';

/**
 * What the head of a column or a key says of its values: what a label says, or whom they name. `NAME_PART`: a first name
 * or a surname alone; `MAYBE_`: somebody, or a thing; `THING`: nobody.
 */
export type FieldKind = Label | 'NAME_PART' | 'MAYBE_PERSON' | 'MAYBE_USERNAME' | 'THING';

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
