import { spaced, wordLists } from '../../text/word-lists';
import { fold } from '../../text/split-words';

const latin = wordLists('address/latin-streets', [
  'english',
  'weak',
  'before',
  'behind',
  'links',
  'points',
  'stops',
  'lower-stops',
]);

/** Words of streets outside Russia, folded and without their full stop. */
export const streetWords = {
  /** Behind a name in English: enough with a number before it. */
  english: new Set(latin.english),
  /** Behind a name in English, but words of other things too. */
  weak: new Set(latin.weak),
  /** Before a name in other languages. */
  before: new Set(latin.before),
  /** Behind a name and before a number in other languages. */
  behind: new Set(latin.behind),
  /** Small words inside a name. */
  links: new Set(latin.links),
  /** Prefixes of people and points of the compass. */
  points: new Set(latin.points),
} as const;

/** Capitalised, but no part of an address. */
export const stops: ReadonlySet<string> = new Set(latin.stops);

/** In a text without capitals, words that are no names. */
export const lowerStops: ReadonlySet<string> = new Set([...latin.stops, ...latin['lower-stops']]);

const russian = wordLists('address/russian-streets', ['names', 'anchors']);

/** Words that stand in Russian addresses, folded. */
export const russianAnchors: ReadonlySet<string> = new Set(russian.anchors);

/** Russian streets spoken of by their name alone, folded. */
export const russianStreets: ReadonlySet<string> = new Set(
  russian.names
    .map((name) => spaced(name).replaceAll('ё', 'е'))
    .flatMap((name) => (name.endsWith('ая') ? [name, name.replace(/ая$/, 'ую')] : [name])),
);

/** English names of countries, and some names they give themselves: folded. */
export const countries: ReadonlySet<string> = new Set(
  wordLists('address/countries', ['countries']).countries.map(spaced),
);

/** English names of countries, states and cities of one word, folded. */
export const latinPlaces: ReadonlySet<string> = new Set([
  ...[...countries].filter((name) => !name.includes(' ')),
  ...wordLists('address/american-places', ['places']).places.map(fold),
]);
