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
