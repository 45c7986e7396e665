import type { PartKind, RussianPart } from './read-russian-part';

const places: readonly PartKind[] = ['index', 'city', 'settlement', 'region', 'district'];
const flatPattern = /(?<!\p{L})кв(?:\.|артира|(?!\p{L}))/iu;
/** «Зеленоград, корп. 1534, кв. 88»: a city without streets. */
const blockPattern = /(?<!\p{L})корп/iu;
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
  if (!seen.has('house') && !seen.has('number') && !seen.has('lone')) {
    return hasStreet && (hasFlat || garagePattern.test(written));
  }
  return hasStreet || seen.has('settlement') || isSpokenStreet({ written, seen, hasPlace, hasFlat });
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
