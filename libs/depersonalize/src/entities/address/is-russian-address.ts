import type { PartKind, RussianPart } from './read-russian-part';

const places: readonly PartKind[] = ['index', 'city', 'settlement', 'bare', 'region', 'district'];
const houses: readonly PartKind[] = ['house', 'number', 'lone', 'complex'];
const flatPattern = /(?<!\p{L})кв(?:\.|артира|(?!\p{L}))/iu;
/** «Зеленоград, корп. 1534, кв. 88»: a city without streets. */
const blockPattern = /(?<!\p{L})(?:корп|к\.)/iu;
/** «Набережные Челны, 47/12-88»: known for its numbers. */
const numberedTown = /челны/iu;
const garagePattern = /бокс|гараж/iu;
/** Names of streets end in a genitive or as adjectives, names of people in lists mostly do not. */
const streetEnding = /(?:[аяыи]|ой|ого|[иы]х|[оеё]в|ев)[ ,]+\d/u;
const yearPattern = /(?<!\d)\d{4}(?!\d)/;

/** Whether parts lead to a door: a street or a village and a house, a flat, a post box. */
export function isRussianAddress(written: string, parts: readonly RussianPart[]): boolean {
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
