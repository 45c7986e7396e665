import { type PartKind, type RussianPart, readRussianPart } from './read-russian-part';
import { textAfter, matchEnd } from '../../text/spans';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('address');

/** Between two parts: a comma, a line end, blanks, a preposition; nothing behind a full stop or a comma. */
const gapPattern =
  /(?:[ \t\u00a0]{0,2},[ \t\u00a0]{0,2}(?:\r?\n[ \t\u00a0]{0,8})?|[ \t\u00a0]{0,2}\r?\n[ \t\u00a0]{0,8}|[ \t\u00a0]{1,2}|(?<=[.,]))/uy;
const prepositionPattern = /(?:на|по|в|во)[ \t\u00a0]/iuy;
/** «этаж 4», and what a number stands before: «4-й этаж», «3 подъезд». */
const floorOrEntrance = new RegExp(`^[^а-яё]*эт|${oneOf('parts-behind-numbers')}$`, 'iu');
const PARTS_MAX = 14;

const streetLike: ReadonlySet<PartKind> = new Set(['street', 'garden', 'known', 'name']);
/** Behind these a number is a house. */
const numbered: ReadonlySet<PartKind> = new Set(['street', 'garden', 'known', 'name']);
/** Behind these a number is a flat. */
const doored: ReadonlySet<PartKind> = new Set(['house', 'number', 'lone', 'complex', 'part']);
const isTown = (kind: PartKind | undefined): boolean => kind === 'city' || kind === 'settlement';
/** Behind these a town needs no word for it. */
const regional: ReadonlySet<PartKind> = new Set(['index', 'region', 'district']);

/** A chain of parts that is an address, from the first to the last. */
interface RussianAddress {
  parts: readonly RussianPart[];
  end: number;
}

/** Read the longest address that begins at an offset; null when the parts there make none. */
export function parseRussianAddress(text: string, start: number): RussianAddress | null {
  const parts: RussianPart[] = [];
  let at = start;
  for (let count = 0; count < PARTS_MAX && at >= 0; count += 1) {
    const part = readNext(text, at, parts);
    if (part === null) break;
    parts.push(part);
    at = nextStart(text, part.end);
  }
  // A floor or an entrance tells the way to a door; it is no part of the address unless a flat follows.
  while (parts.length > 1 && isFloorOrEntrance(text, parts)) parts.pop();
  const end = parts.at(-1)?.end ?? start;
  if (measured.test(textAfter(text, end, 12))) return null;
  return isRussianAddress(text.slice(start, end), parts) ? { parts, end } : null;
}

function isFloorOrEntrance(text: string, parts: readonly RussianPart[]): boolean {
  const [before, last] = parts.slice(-2);
  return last?.kind === 'part' && floorOrEntrance.test(text.slice(before?.end, last.end));
}

function nextStart(text: string, end: number): number {
  return matchEnd(gapPattern, text, end) ?? -1;
}

function readNext(text: string, at: number, before: readonly RussianPart[]): RussianPart | null {
  const kinds = kindsAfter(before);
  for (const kind of kinds) {
    const part = readRussianPart(text, at, kind);
    if (part !== null) return part;
  }
  if (before.length === 0) return null;
  const behind = matchEnd(prepositionPattern, text, at);
  if (behind === null) return null;
  for (const kind of kinds.filter((one) => streetLike.has(one) || one === 'settlement' || one === 'city')) {
    const part = readRussianPart(text, behind, kind);
    if (part !== null) return part;
  }
  return null;
}

/** «площадь бассейна 507 000 км²»: what stands behind a number that is no house. */
const measured =
  /^(?:[ \u00a0]000(?!\d))?[ \u00a0]?(?:км|м²|кв\. ?к?м|га(?!\p{L})|гектар|тыс(?!\p{L})|млн|руб|₽|%)/u;

/** What has been read of an address. */
interface Chain {
  parts: readonly RussianPart[];
  seen: ReadonlySet<PartKind>;
  last: PartKind | undefined;
  hasHouse: boolean;
  hasStreet: boolean;
}

/** A street may come, behind gardens and quarters too. */
const isFree = ({ hasStreet, hasHouse, last }: Chain): boolean =>
  !hasStreet || (!hasHouse && last === 'garden');
const atMostOnce =
  (kind: PartKind) =>
  ({ seen }: Chain): boolean =>
    !seen.has(kind);

/** When each kind of part may follow, the more telling first. */
const grammar: readonly (readonly [PartKind, (chain: Chain) => boolean])[] = [
  ['box', atMostOnce('box')],
  ['index', atMostOnce('index')],
  ['country', atMostOnce('country')],
  ['region', atMostOnce('region')],
  ['district', ({ parts }) => parts.filter(({ kind }) => kind === 'district').length < 3],
  ['street', isFree],
  ['garden', ({ hasStreet }) => !hasStreet],
  ['village', ({ hasStreet, seen }) => !hasStreet && !seen.has('settlement')],
  ['settlement', ({ seen, last }) => !seen.has('settlement') || last === 'settlement'],
  ['house', ({ hasHouse }) => !hasHouse],
  ['complex', ({ hasHouse, hasStreet, last }) => !hasHouse && !hasStreet && isTown(last)],
  ['number', ({ hasHouse, last }) => !hasHouse && last !== undefined && numbered.has(last)],
  ['lone', ({ hasHouse, last }) => !hasHouse && last === 'settlement'],
  ['room', ({ parts }) => parts.length === 0],
  ['part', ({ hasHouse, hasStreet, last }) => hasHouse || hasStreet || last === 'part' || isTown(last)],
  [
    'flat',
    ({ hasHouse, seen, last }) => hasHouse && last !== undefined && doored.has(last) && !seen.has('flat'),
  ],
  ['known', isFree],
  ['city', ({ parts }) => parts.filter(({ kind }) => kind === 'city').length < 2],
  [
    'bare',
    ({ hasStreet, last, seen }) =>
      !hasStreet && !seen.has('settlement') && last !== undefined && regional.has(last),
  ],
  ['name', ({ hasStreet, hasHouse }) => !hasStreet && !hasHouse],
];

function kindsAfter(parts: readonly RussianPart[]): readonly PartKind[] {
  const seen = new Set(parts.map(({ kind }) => kind));
  const chain: Chain = {
    parts,
    seen,
    last: parts.at(-1)?.kind,
    hasHouse: seen.has('house') || seen.has('number') || seen.has('lone') || seen.has('complex'),
    hasStreet: parts.some(({ kind }) => streetLike.has(kind)),
  };
  return grammar.filter(([, may]) => may(chain)).map(([kind]) => kind);
}

const places: readonly PartKind[] = ['index', 'city', 'settlement', 'bare', 'region', 'district'];
const houses: readonly PartKind[] = ['house', 'number', 'lone', 'complex'];
const flatPattern = /(?<!\p{L})кв(?:\.|артира|(?!\p{L}))/iu;
/** «Зеленоград, корп. 1534, кв. 88»: a city without streets. */
const blockPattern = /(?<!\p{L})(?:корп|к\.)/iu;
/** «Набережные Челны, 47/12-88»: known for its numbers. */
const numberedTown = /челны/iu;
const garagePattern = /бокс|гараж/iu;
/** Names of streets end in a genitive or as adjectives, names of people in lists mostly do not. */
const streetEnding = /(?:[аяыи]|ой|ого|[иы]х|[оеё]в)[ ,]+\d/u;
const yearPattern = /(?<!\d)\d{4}(?!\d)/;

/** Whether parts lead to a door: a street or a village and a house, a flat, a post box. */
function isRussianAddress(written: string, parts: readonly RussianPart[]): boolean {
  const seen = new Set(parts.map(({ kind }) => kind));
  const hasPlace = places.some((kind) => seen.has(kind));
  if (seen.has('box')) return hasPlace;
  const hasStreet = seen.has('street') || seen.has('garden');
  const hasFlat = flatPattern.test(written);
  if (hasPlace && hasFlat && blockPattern.test(written)) return true;
  if (!isNameTelling(parts)) return false;
  if (isNumberedTown(written, seen)) return true;
  if (!houses.some((kind) => seen.has(kind))) {
    return hasStreet && (hasFlat || garagePattern.test(written));
  }
  return hasStreet || seen.has('settlement') || isSpokenStreet({ written, seen, hasPlace, hasFlat });
}

/** A quarter and a house in place of a street. */
function isNumberedTown(written: string, seen: ReadonlySet<PartKind>): boolean {
  return seen.has('complex') && (flatPattern.test(written) || numberedTown.test(written));
}

/** A word that may be a street is one by the house behind it only: «цена г. Пермь, 12» has none. */
function isNameTelling(parts: readonly RussianPart[]): boolean {
  const name = parts.findIndex(({ kind }) => kind === 'name');
  const next = parts[name + 1]?.kind;
  return name === -1 || next === 'house' || next === 'number' || next === 'part';
}

/** «Ленина 5-12»: a street by its name alone needs a place before it or a flat behind. */
function isSpokenStreet(found: {
  written: string;
  seen: ReadonlySet<PartKind>;
  hasPlace: boolean;
  hasFlat: boolean;
}): boolean {
  const { written, seen, hasPlace, hasFlat } = found;
  if (yearPattern.test(written) && !seen.has('index')) return false;
  if (seen.has('known')) return hasPlace || hasFlat || /\d-\d/.test(written);
  return seen.has('name') && (hasFlat || (hasPlace && streetEnding.test(written)));
}
