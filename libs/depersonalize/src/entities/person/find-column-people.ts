import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import { cellsOf } from '../../document/fields/cells-of';
import { nameIn } from './name-in';

type Span = Pick<Match, 'start' | 'end'>;

const SCORE = confidence.likely;
/** So many cells of a column that are names make the others names. */
const NAMES_MIN = 2;
/** One of so many is enough where all are written like names. */
const ALIKE = 3;

/** Names in columns without a head in which many cells are names that have been found. */
export function findColumnPeople(
  { text, tables }: Pick<TextDocument, 'text' | 'tables'>,
  found: readonly Span[],
): Match[] {
  if (tables.length === 0 || found.length === 0) return [];
  const ends = new Map(found.map(({ start, end }) => [start, end]));
  return tables.flatMap((rows) => {
    const even = rows.filter(({ cuts }) => cuts.length === rows.at(-1)?.cuts.length);
    const cells = even.map((row) => cellsOf(text, row));
    return (cells[0] ?? []).flatMap((_, column) => {
      const own = cells.flatMap((row) => row[column] ?? []);
      const others = own.filter(({ start, end }) => ends.get(start) !== end);
      const count = own.length - others.length;
      if (count === 0 || others.length === 0) return [];
      const names = others.flatMap(({ start, end }) => {
        const name = nameIn(text, start, end);
        return name !== null && name.words > 1 && name.isTitle ? name : [];
      });
      const isOfPeople =
        names.length === others.length
          ? count * ALIKE >= own.length
          : count >= NAMES_MIN && count >= others.length;
      return isOfPeople
        ? names.map(({ start, end }) => ({ start, end, type: 'PERSON' as const, score: SCORE }))
        : [];
    });
  });
}
