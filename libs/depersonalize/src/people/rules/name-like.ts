import { columnAt, type TokenColumns } from '../model/columns';
import { shape } from '../model/word-reader';

/** Classes of the lexicon (see scripts/pii-words/word-classes.ts). */
const lexiconClass = { name: 1 | 2, firstName: 2, place: 4, organisation: 8 } as const;

/** Whether a token is written like a name: a capital and small letters. */
export function isTitle(columns: TokenColumns, token: number): boolean {
  const written = columns.get(columnAt.shape, token);
  return written === shape.title || written === shape.doubleTitle || written === shape.camel;
}

/** Whether a word may be a name where one is expected: a name among others, no place's, or nothing that is known but to firms. */
export function mayBeName(columns: TokenColumns, token: number): boolean {
  const classes = classesAt(columns, token);
  if (classes & lexiconClass.place) return (classes & lexiconClass.firstName) !== 0;
  return (classes & lexiconClass.name) !== 0 || (classes & ~lexiconClass.organisation) === 0;
}

/** Whether a word is a name, or a name and a place, and nothing else. */
export function isKnownName(columns: TokenColumns, token: number): boolean {
  const classes = classesAt(columns, token);
  return (classes & lexiconClass.name) !== 0 && (classes & ~(lexiconClass.name | lexiconClass.place)) === 0;
}

/** Whether a word is a first name, whatever else it is. */
export function isFirstName(columns: TokenColumns, token: number): boolean {
  return (classesAt(columns, token) & lexiconClass.firstName) !== 0;
}

/** Whether no list of names has a word. */
export function isNoKnownName(columns: TokenColumns, token: number): boolean {
  return (classesAt(columns, token) & lexiconClass.name) === 0;
}

/** Whether a word is known, and as no name. */
export function isOrdinary(columns: TokenColumns, token: number): boolean {
  return isNoKnownName(columns, token) && classesAt(columns, token) !== 0;
}

function classesAt(columns: TokenColumns, token: number): number {
  return (columns.get(columnAt.lexicon, token) - 1) >>> 2;
}
