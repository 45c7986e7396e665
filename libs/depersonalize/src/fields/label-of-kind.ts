import type { Label } from '../label-words';
import type { FieldKind } from './field';

const ofNames: ReadonlySet<FieldKind> = new Set([
  'NAME_PART',
  'PERSON',
  'MAYBE_PERSON',
  'MAYBE_USERNAME',
  'THING',
]);

/** What a kind says of numbers; null: nothing. */
export function labelOfKind(kind: FieldKind): Label | null {
  return isLabel(kind) ? kind : null;
}

function isLabel(kind: FieldKind): kind is Label {
  return !ofNames.has(kind);
}
