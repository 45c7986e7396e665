import { type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import { type Field, type FieldKind, isFieldAround } from '../../document/fields/field';
import { cellsOf } from '../../document/fields/read-rows';
import { alternatives } from '../../text/word-lists';

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

type Span = Pick<Match, 'start' | 'end'>;

const COLUMN_SCORE = confidence.likely;
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
        ? names.map(({ start, end }) => ({ start, end, type: 'PERSON' as const, score: COLUMN_SCORE }))
        : [];
    });
  });
}

const oneOf = alternatives('person');
const WORDS_MAX = 5;
const LONGEST = 60;
const title =
  /^(?:(?:dr|mr|mrs|ms|miss|mx|prof|sir|smt|sri|shri|rev|sr|sra|г-н|г-жа|гр|гр-ка|гр-н|др|д-р)\.?[ \u00a0]{1,2})+/iu;
const word = /^\p{Lu}[\p{L}\p{M}]{1,24}(?:['’ʼ-]\p{L}[\p{L}\p{M}]{0,24}){0,3}$/u;
const initials = /^(?:\p{Lu}\p{Ll}?\.){1,3}$|^\p{Lu}$/u;
const particle = new RegExp(`^${oneOf('particles')}$`, 'iu');
const suffix = /^(?:jr|sr|ii|iii|iv|мл|ст)\.?$/iu;
/** Firms, places, things and what stands in a cell for nobody. */
const noPerson = new RegExp(`^${oneOf('no-people')}\\.?$`, 'iu');

interface NameInField {
  start: number;
  end: number;
  /** Names and initials, particles left out. */
  words: number;
  /** It is written with small letters behind the capital. */
  isTitle: boolean;
}

/** The name that fills a value, titles left out; null where it has another shape or names a firm or a place. */
function nameIn(text: string, start: number, end: number): NameInField | null {
  if (end - start > LONGEST) return null;
  const written = text.slice(start, end);
  const lead = title.exec(written)?.[0].length ?? 0;
  const tokens = written.slice(lead).split(/[ \u00a0]{1,2}/u);
  if (tokens.length > WORDS_MAX || tokens.some((token) => noPerson.test(token))) return null;
  const names = tokens.filter((token) => word.test(token) && !particle.test(token));
  const others = tokens.filter((token) => !names.includes(token));
  if (names.length === 0 || !others.every((token) => isPart(token))) return null;
  const first = tokens[0] ?? '';
  if (!/^\p{Lu}/u.test(first) && !particle.test(first)) return null;
  // «IBM Support» is none; neither is «iPhone».
  const capital = names.filter((token) => token === token.toUpperCase()).length;
  if ((capital > 0 && capital < names.length) || names.some((token) => isCamel(token))) return null;
  const short = others.filter((token) => initials.test(token)).length;
  return { start: start + lead, end, words: names.length + short, isTitle: capital === 0 };
}

const isPart = (token: string): boolean => initials.test(token) || particle.test(token) || suffix.test(token);

/** Capitals inside, other than in “McDonald”, “DeShawn”. */
function isCamel(token: string): boolean {
  return token !== token.toUpperCase() && /\p{Ll}{3}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(token);
}
