import { type Word, fold, splitWords } from '../../../text/split-words';
import type { NameRole, Reading } from './grammar';
import { guessFirstName, readFirstName } from './read-first-name';
import { readPatronymic } from './patronymics';
import { readSurname } from './read-surname';
import { russianNamesOf } from './roman-key';

/** One word of a mention, with what it does there. */
export interface NameWord {
  word: Word;
  /** Folded, without an English possessive. */
  name: string;
  role: NameRole;
  /** Which forms of which names it may be; empty where it is not declined. */
  readings: readonly Reading[];
}

const particles = new Set(
  `ван дер ден фон де ди да дель дела делла аль эль ибн бен бин абу оглы кызы углы заде ле ла
  van von der den de di da del della al el bin ben ibn dos du le la y e zu zur af`.split(/\s+/u),
);
const suffixes = new Set('мл ст младший старший jr sr junior senior ii iii iv'.split(' '));
/** Titles that a finding may have taken along. */
const titles = new Set(
  'mr mrs ms miss mister dr prof sir madam lord lady capt col gen sgt lt rev hon sen gov pres г-н г-жа г-на г-ну г-ном г-же г-жу гр'.split(
    ' ',
  ),
);
/** «Акиф оглы»: what stands before is the father. */
const fatherParticles = new Set(['оглы', 'кызы', 'углы']);
const LONGEST_ABBREVIATION = 3;
/** The most words of a name that are read; further ones are no part of a name. */
const MOST_WORDS = 12;

/** Split a mention into words and say what each of them is. */
export function readNameWords(written: string): NameWord[] {
  const words = splitWords(written).slice(0, MOST_WORDS);
  const marked = words.map((word, at) => readMark(written, { word, at, words }));
  const names = marked.filter(({ role }) => role === 'surname');
  const hasInitial = marked.some(({ role }) => role === 'initial');
  const isLatin = !words.some(({ script }) => script === 'cyrillic');
  const roles = isLatin ? latinRoles(written, marked) : russianRoles(names, { marked, hasInitial });
  return marked.map((part) => {
    const role = roles.get(part) ?? part.role;
    return { ...part, role, readings: isLatin ? [] : readingsFor(part.name, role) };
  });
}

interface Place {
  word: Word;
  at: number;
  words: readonly Word[];
}

/** Initials, particles and suffixes; every other word is a surname until something better is known. */
function readMark(written: string, { word, at, words }: Place): NameWord {
  const name = fold(written.slice(word.start, word.end)).replace(/(?<=.)'s$/u, '');
  return { word, name, role: roleByForm(written, { word, at, words }), readings: [] };
}

function roleByForm(written: string, place: Place): NameRole {
  const { word, at, words } = place;
  if (words.length === 1) return word.end - word.start === 1 ? 'initial' : 'surname';
  if (titles.has(word.folded) && at === 0) return 'particle';
  if (suffixes.has(word.folded) && at > 0) return 'suffix';
  if (isInitial(written, word)) return 'initial';
  return isParticle(place) ? 'particle' : 'surname';
}

/** «А.», «Дж.» */
function isInitial(written: string, { start, end, shape }: Word): boolean {
  const length = end - start;
  return length === 1 || (length <= LONGEST_ABBREVIATION && written[end] === '.' && shape !== 'lower');
}

function isParticle({ word: { folded, shape }, at, words }: Place): boolean {
  const isInside = at < words.length - 1 || folded.endsWith('ы') || folded === 'заде';
  return particles.has(folded) && isInside && (shape === 'lower' || at > 0);
}

/** “John Smith”, “Smith, John”; a word alone may be either. */
function latinRoles(written: string, marked: readonly NameWord[]): Map<NameWord, NameRole> {
  const roles = new Map<NameWord, NameRole>();
  const names = marked.filter(({ role }) => role === 'surname');
  const [first, second] = names;
  if (!first || !second) return roles;
  const isTurned =
    written.slice(first.word.end, second.word.start).includes(',') || isRussianOrder(first, second);
  names.forEach((part, at) => {
    const isSurname = isTurned ? at === 0 : at === names.length - 1;
    roles.set(part, isSurname ? 'surname' : 'first');
  });
  return roles;
}

/** “Petrova Anna” */
function isRussianOrder({ name: first }: NameWord, { name: second }: NameWord): boolean {
  return (
    /(?:[oe]va?|ina?|sk(?:y|iy|aya)|enko)$/.test(first) &&
    russianNamesOf(first).length === 0 &&
    russianNamesOf(second).length > 0
  );
}

function russianRoles(
  names: readonly NameWord[],
  { marked, hasInitial }: { marked: readonly NameWord[]; hasInitial: boolean },
): Map<NameWord, NameRole> {
  const roles = new Map<NameWord, NameRole>();
  const patronymic = names.find((part, at) => isPatronymic(part, at, { names, marked }));
  if (patronymic) roles.set(patronymic, 'patronymic');
  const others = names.filter((part) => part !== patronymic);
  const first = pickFirst(others, { patronymic, hasInitial, names, marked });
  if (first) roles.set(first, 'first');
  return roles;
}

interface Company {
  names: readonly NameWord[];
  marked: readonly NameWord[];
}

function isPatronymic(part: NameWord, at: number, { names, marked }: Company): boolean {
  const following = marked[marked.indexOf(part) + 1];
  if (following && fatherParticles.has(following.name)) return true;
  const reading = readPatronymic(part.name);
  if (!reading) return false;
  if (names.length === 1) return reading.isTelling && marked.length === 1;
  const before = names[at - 1];
  if (!before) return false;
  const firsts = readFirstName(before.name);
  const agrees = firsts.some((one) => reading.readings.some((other) => one.agrees === other.agrees));
  if (firsts.length > 0) return agrees && (reading.isTelling || names.length > 2);
  return reading.isTelling && (names.length > 2 || !readSurname(before.name).isTelling);
}

interface FirstSearch extends Company {
  patronymic: NameWord | undefined;
  hasInitial: boolean;
}

function pickFirst(
  others: readonly NameWord[],
  { patronymic, hasInitial, names, marked }: FirstSearch,
): NameWord | undefined {
  if (patronymic) {
    const before = names[names.indexOf(patronymic) - 1];
    return before ?? others[0];
  }
  const known = others.filter(({ name }) => readFirstName(name).length > 0);
  if (others.length === 1) return hasInitial ? undefined : known[0];
  if (hasInitial && !isBetween(others, marked)) return undefined;
  const [best] = [...known].sort((a, b) => surnameLikeness(a) - surnameLikeness(b));
  if (best) return best;
  // «Тур Хейердал»: unknown names stand in their usual order, what looks like a surname is one.
  return others.find(({ name }) => !readSurname(name).isTelling) ?? others[0];
}

/** «Джон Ф. Кеннеди» */
function isBetween(others: readonly NameWord[], marked: readonly NameWord[]): boolean {
  const at = marked.findIndex(({ role }) => role === 'initial');
  const [first] = others;
  return first !== undefined && others.length > 1 && marked.indexOf(first) < at && at < marked.length - 1;
}

function surnameLikeness({ name }: NameWord): number {
  return readSurname(name).isTelling ? 1 : 0;
}

function readingsFor(name: string, role: NameRole): readonly Reading[] {
  if (role === 'patronymic') return readPatronymic(name)?.readings ?? [];
  if (role === 'first') {
    const known = readFirstName(name);
    return known.length > 0 ? known : guessFirstName(name);
  }
  return role === 'surname' ? readSurname(name).readings : [];
}
