import type { Finding } from '../detector';
import { ownTypes } from '../record-around';
import type { TextDocument } from '../text-document';
import type { Field, FieldKind } from './field';
import { isFieldAround } from './fields-around';
import { nameIn } from './name-in';

/** What only a person has: a name beside it is somebody's. Firms have an INN, too. */
const personal: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'DATE_OF_BIRTH',
  ...[...ownTypes].filter((type) => type !== 'INN'),
]);
/** Kinds that name people. */
const naming: ReadonlySet<FieldKind> = new Set(['NAME_PART', 'PERSON', 'MAYBE_PERSON', 'MAYBE_USERNAME']);
/** A year, or a number that is long enough. */
const ownValue = /(?:\d[ .,/-]{0,3}){7}/;
const loginValue = /^@?[a-z][a-z\d]*[\d._-][a-z\d._-]{2,30}$/;
const SCORE = 0.9;

/** Names under the head of their column and behind their key, whatever they are: «Сотрудник», “EMP NAME”, `first_name`. */
export function findFieldPeople({ text, fields }: Pick<TextDocument, 'text' | 'fields'>): Finding[] {
  return fields.flatMap(({ start, end, kind, isCell }, at) => {
    if (kind === null || !naming.has(kind)) return [];
    const name = nameIn(text, start, end);
    if (name === null) return [];
    const isSomebody = (): boolean => {
      if (kind === 'NAME_PART') return true;
      if (kind === 'PERSON') return name.words > 1 || (isCell && name.isTitle);
      if (name.words === 1 && kind !== 'MAYBE_PERSON') return false;
      return isFieldAround(
        fields,
        at,
        (field) => field.kind === 'NAME_PART' || (name.words > 1 && isPersonal(text, field)),
      );
    };
    return isSomebody() ? [{ start: name.start, end: name.end, type: 'PERSON' as const, score: SCORE }] : [];
  });
}

/** A number of a person, or an account that has somebody's name. */
function isPersonal(text: string, { start, end, kind }: Field): boolean {
  const value = text.slice(start, end);
  if (kind === 'USERNAME') return loginValue.test(value);
  return kind !== null && personal.has(kind) && ownValue.test(value);
}
