import { countries, latinPlaces, streetWords } from './address-words';
import { fold } from '../../text/split-words';
import { type RunToken, readRun } from './read-run';
import { alternatives } from '../../text/word-lists';
import { textAfter, matchAt, matchEnd } from '../../text/spans';

const oneOf = alternatives('address');

/** City, state, country and postcode behind a house. */
export interface LatinTail {
  end: number;
  /** More than a word or a number that merely follows. */
  isTelling: boolean;
  /** A country, a state or a postcode, or a city that is known, behind a comma or on a line of its own. */
  isSure: boolean;
}

type Kind = 'zip' | 'state' | 'country' | 'city';
interface Place {
  text: string;
  at: number;
  /** What stands between it and the part before. */
  gap: string;
  seen: readonly Kind[];
  isLower: boolean;
}

const gapPattern = /[ \t\u00a0]{0,2}(?:, {0,2})?(?:\r?\n[ \t\u00a0]{0,4}){0,3}(?:, {0,2})?/y;
const zipPattern =
  /(?:[A-Z]{1,3}-?\d{4,5}|\d{5}-\d{3,4}|\d{4}-\d{3}|[A-Z]\d[\dW] ?[A-Z\d]{4}|\d{3} \d{2}|\d{2}-\d{3}|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d|\d{4} ?[A-Z]{2}(?!\p{L})|\d{4,6})(?![\p{L}\d]|[-.,:/]\d| \d)/iuy;
const zipLabelPattern = new RegExp(`${oneOf('labels-of-postcodes')}[:.]?[ \\t\\u00a0]`, 'iuy');
/** What exports of tables write where a field is empty. */
const emptyField = oneOf('empty-fields');
const knownStates = new RegExp(`^${oneOf('known-states')}$`);
const statePattern = new RegExp(`(?:${emptyField}|[A-Z]{1,3}|\\d{1,2})(?![\\p{L}\\d]|[.,]\\d)`, 'uy');
const stateWord = new RegExp(`^(?:${emptyField}|[A-Z]{2,3})$`, 'u');
/** “Sherbrooke (Québec) J1H …” */
const bracketPattern = /\(\p{Lu}[\p{L}-]{1,20}\)/uy;
const lowerStatePattern = /(?:[a-z]{2,3}|\d{1,2})(?![\p{L}\d]|[.,]\d)/uy;
const smallWord = new RegExp(`^ ${oneOf('small-words-after')}(?!\\p{L})`, 'iu');
/** “Praha 2”, “Cambs. CB6 …” */
const districtPattern = /^ \d{1,2}(?=[,.\n]|$)|^\.(?= [A-Z]{1,2}\d)/;
const ITEMS_MAX = 6;
const CITIES_MAX = 2;
const CITY_WORDS_MAX = 5;

interface Item {
  kind: Kind;
  gap: string;
  start: number;
  end: number;
}

/** Read on behind a house as far as parts of an address follow, over commas and line ends. */
export function readLatinTail(text: string, start: number, isLower: boolean): LatinTail {
  const items: Item[] = [];
  let end = start;
  while (items.length < ITEMS_MAX) {
    const gap = gapAt(text, end);
    const at = end + gap.length;
    const item =
      gap === '' ? null : readItem({ text, at, gap, seen: items.map(({ kind }) => kind), isLower });
    if (item === null) break;
    items.push({ ...item, gap, start: at });
    end = item.end;
  }
  return {
    end,
    isTelling: items.some(
      ({ kind, gap }, i) => /[,\n]/.test(gap) || kind === 'country' || (kind === 'zip' && i > 0),
    ),
    isSure: /[,\n]/.test(items[0]?.gap ?? '') && items.some((item) => isKnown(text, item)),
  };
}

/** A postcode behind its label (“size 12, zip 10027”) does not say that what stands before is a street. */
function isKnown(text: string, { kind, start, end }: Item): boolean {
  if (kind === 'zip') return matchEnd(zipLabelPattern, text, start) === null;
  return kind !== 'city' || latinPlaces.has(fold(text.slice(start, end)));
}

function gapAt(text: string, end: number): string {
  return matchAt(gapPattern, text, end)?.[0] ?? '';
}

function readItem(place: Place): { kind: Kind; end: number } | null {
  const { text, at, seen, gap } = place;
  const zip = seen.includes('zip')
    ? null
    : matchEnd(zipPattern, text, matchEnd(zipLabelPattern, text, at) ?? at);
  if (zip !== null) return { kind: 'zip', end: zip };
  const country = seen.includes('country') ? null : countryEnd(place);
  if (country !== null) return { kind: 'country', end: country };
  if (seen.includes('country')) return null;
  const state = seen.includes('state') ? null : (bracketEnd(place) ?? stateEnd(place));
  if (state !== null) return { kind: 'state', end: state };
  const isClosed = seen.includes('zip') && (gap.includes('\n') || seen.includes('city'));
  const city = isClosed ? null : cityEnd(place);
  return city === null ? null : { kind: 'city', end: city };
}

/** “Spain”, “South Africa”, “Cyprus (Greek)”. */
function countryEnd({ text, at, isLower }: Place): number | null {
  const tokens = wordsAt(text, at, isLower);
  for (let count = Math.min(tokens.length, 4); count > 0; count -= 1) {
    const end = tokens[count - 1]?.end ?? at;
    if (!countries.has(fold(text.slice(at, end)))) continue;
    const brackets = /^ \(\p{L}{2,20}\)/u.exec(textAfter(text, end, 24));
    return end + (brackets?.[0].length ?? 0);
  }
  return null;
}

function bracketEnd({ text, at }: Place): number | null {
  const end = matchEnd(bracketPattern, text, at);
  return end !== null && hasZipNext(text, end) ? end : null;
}

/** A state by its letters or number: behind a comma or a city, before a postcode or the end. */
function stateEnd(place: Place): number | null {
  const { text, at, gap, seen, isLower } = place;
  const end = matchEnd(isLower ? lowerStatePattern : statePattern, text, at);
  if (end === null) return null;
  const hasComma = gap.includes(',');
  const isZipNext = hasZipNext(text, end);
  if (/^\d/.test(text.slice(at, end))) return isZipNext && hasComma ? end : null;
  if (isLower) return hasComma && (isZipNext || hasCountryNext(text, end)) ? end : null;
  if (isZipNext && (hasComma || seen.includes('city'))) return end;
  return isStateAlone(place, end) ? end : null;
}

/** Letters at the end of a line, or a state that is known. */
function isStateAlone({ text, at, gap, seen }: Place, end: number): boolean {
  if (gap.includes(',') && knownStates.test(text.slice(at, end))) return true;
  const isLast = /^(?: ?[.,;?!)"\n]|$)/.test(textAfter(text, end, 2));
  return isLast && (gap.includes(',') || seen.includes('city'));
}

function hasZipNext(text: string, end: number): boolean {
  const gap = gapAt(text, end);
  return gap !== '' && matchEnd(zipPattern, text, end + gap.length) !== null;
}

function hasCountryNext(text: string, end: number): boolean {
  const gap = gapAt(text, end);
  return gap !== '' && countryEnd({ text, at: end + gap.length, gap, seen: [], isLower: true }) !== null;
}

function cityEnd(place: Place): number | null {
  const { text, at, gap, seen, isLower } = place;
  if (seen.filter((kind) => kind === 'city').length >= CITIES_MAX) return null;
  const { end, hasState } = readCity(place);
  if (end === null) return null;
  const isKnown = latinPlaces.has(fold(text.slice(at, end)));
  const isSure = hasPostNext(text, end, isLower);
  if (!hasState && !isSure && !isOver(place, end)) return isKnown && gap.includes(',') ? end : null;
  const isNear = gap.includes('\n')
    ? isKnown || isSure || /\n[ \t]+$/.test(gap)
    : gap.includes(',') || seen.length === 0 || seen.at(-1) === 'zip';
  return isNear ? end : null;
}

/** “Gartenstraße 29, 56058 Jena last year”: the postcode before the city, and no state. */
function isBehindZip({ text, gap, seen }: Place, end: number): boolean {
  return (
    seen.length === 1 &&
    seen[0] === 'zip' &&
    /^ {1,2}$/.test(gap) &&
    /^ \p{Ll}/u.test(textAfter(text, end, 2))
  );
}

/** Capitalised words and the number of a district, and whether letters of a state follow. */
function readCity({ text, at, isLower }: Place): { end: number | null; hasState: boolean } {
  const tokens = wordsAt(text, at, isLower).slice(0, CITY_WORDS_MAX);
  const hasState = tokens.length > 1 && stateWord.test(tokens.at(-1)?.text ?? '');
  const words = hasState ? tokens.slice(0, -1) : tokens;
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return { end: null, hasState };
  if (streetWords.english.has(first.folded) && first.folded !== 'st') return { end: null, hasState };
  const district = districtPattern.exec(textAfter(text, last.end, 5));
  return { end: last.end + (district?.[0].length ?? 0), hasState };
}

/** Whether a name ends at an offset: a sign, the end of the line, or behind a comma a small word. */
function isOver(place: Place, end: number): boolean {
  const { text, gap } = place;
  if (isBehindZip(place, end)) return true;
  const after = textAfter(text, end, 12);
  if (/^(?: {0,2}(?:[.,;?!)\]"'»]|\r?\n)|$)/.test(after)) return true;
  return gap.includes(',') && smallWord.test(after);
}

/** A postcode, a state or a country behind a city, which make it sure. */
function hasPostNext(text: string, end: number, isLower: boolean): boolean {
  const gap = gapAt(text, end);
  if (gap === '') return false;
  const place: Place = { text, at: end + gap.length, gap, seen: ['city'], isLower };
  return [matchEnd(zipPattern, text, place.at), bracketEnd(place), stateEnd(place), countryEnd(place)].some(
    (one) => one !== null,
  );
}

function wordsAt(text: string, at: number, isLower: boolean): readonly RunToken[] {
  const tokens = readRun(text, at, isLower);
  const number = tokens.findIndex(
    ({ isNumber, start }) => isNumber || matchEnd(zipLabelPattern, text, start) !== null,
  );
  const unnumbered = number === -1 ? tokens : tokens.slice(0, number);
  // “Glasgow G12”: the letter is of the postcode.
  const isGlued = /\d/.test(text.charAt(unnumbered.at(-1)?.end ?? text.length));
  const words = isGlued ? unnumbered.slice(0, -1) : unnumbered;
  return words.slice(0, words.findLastIndex(({ folded }) => !streetWords.links.has(folded)) + 1);
}
