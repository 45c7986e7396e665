import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import type { Field, FieldKind } from '../../document/fields/field';
import { isFieldAround } from '../../document/fields/fields-around';
import { nameIn } from './name-in';

/** Fields of names, and of what may be named: owners of accounts. */
function mayName(kind: FieldKind | null): kind is FieldKind {
  return kind === 'PART_OF_PERSON' || kind === 'PERSON' || kind?.startsWith('MAYBE_') === true;
}

const SCORE = confidence.shown;

/** Names under the head of their column and behind their key, whatever they are: «Сотрудник», “EMP NAME”, `first_name`. */
export function findFieldPeople({
  text,
  fields,
  vocabulary,
}: Pick<TextDocument, 'text' | 'fields' | 'vocabulary'>): Match[] {
  const provesPerson = ({ start, end, kind }: Field): boolean =>
    vocabulary.traitsOf(kind).provesPerson?.test(text.slice(start, end)) === true;
  return fields.flatMap(({ start, end, kind, isCell }, at) => {
    if (!mayName(kind)) return [];
    const name = nameIn(text, start, end);
    if (name === null) return [];
    const isSomebody = (): boolean => {
      if (kind === 'PART_OF_PERSON') return true;
      if (kind === 'PERSON') return name.words > 1 || (isCell && name.isTitle);
      if (name.words === 1 && kind !== 'MAYBE_PERSON') return false;
      return isFieldAround(
        fields,
        at,
        (field) => field.kind === 'PART_OF_PERSON' || (name.words > 1 && provesPerson(field)),
      );
    };
    return isSomebody() ? [{ start: name.start, end: name.end, type: 'PERSON' as const, score: SCORE }] : [];
  });
}
