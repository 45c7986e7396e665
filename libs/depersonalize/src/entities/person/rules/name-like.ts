import { classesOf, columnAt, shape, type TokenColumns, wordClasses } from '@medley/person-model';

/** Whether a token is written like a name: a capital and small letters. */
export function isTitle(columns: TokenColumns, token: number): boolean {
  const written = columns.get(columnAt.shape, token);
  return written === shape.title || written === shape.doubleTitle || written === shape.camel;
}

/** Whether a word may be a name where one is expected: a name among others, no place's, or nothing that is known but to firms. */
export function mayBeName(columns: TokenColumns, token: number): boolean {
  const classes = classesOf({ columns }, token);
  if (classes & wordClasses.place) return (classes & wordClasses.firstName) !== 0;
  return (classes & wordClasses.name) !== 0 || (classes & ~wordClasses.organisation) === 0;
}

/** Whether a word is a name, or a name and a place, and nothing else. */
export function isKnownName(columns: TokenColumns, token: number): boolean {
  const classes = classesOf({ columns }, token);
  return (classes & wordClasses.name) !== 0 && (classes & ~(wordClasses.name | wordClasses.place)) === 0;
}

/** Whether no list of names has a word. */
export function isNoKnownName(columns: TokenColumns, token: number): boolean {
  return (classesOf({ columns }, token) & wordClasses.name) === 0;
}

/** Whether a word is known, and as no name. */
export function isOrdinary(columns: TokenColumns, token: number): boolean {
  return isNoKnownName(columns, token) && classesOf({ columns }, token) !== 0;
}
