import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';
import { lazy } from '../../../text/lazy';
import type { Gender } from '../names/grammar';
import { fold } from '../../../text/split-words';
import { wordLists } from '../../../text/word-lists';
import type { Random } from '../../../fakes/fake';

interface NameLists {
  generic?: string[];
  female?: string[];
  male?: string[];
}
/** A locale of faker, as its module has it. */
interface Locale {
  faker: Faker;
}

const load = createRequire(__filename);

/** Lists of faker, which is loaded when the first fake is drawn: detecting does without. */
const locales = {
  ru: lazy(() => (load('@faker-js/faker/locale/ru') as Locale).faker.rawDefinitions),
  en: lazy(() => (load('@faker-js/faker/locale/en') as Locale).faker.rawDefinitions),
} as const;

function namesOf(language: 'ru' | 'en', part: 'first_name' | 'last_name'): Required<NameLists> {
  const lists: NameLists = locales[language]().person?.[part] ?? {};
  const { generic = [], female = [], male = [] } = lists;
  return { generic, female, male };
}

/** Men's surnames in -ов, -ев, -ин; nominative. */
export const russianSurnames = lazy((): readonly string[] =>
  namesOf('ru', 'last_name').male.filter((name) => /(?:[оеё]в|ин|ын)$/u.test(name) && name.length > 4),
);

const rareNames = lazy(() => namesOf('ru', 'first_name'));

/** First names of the calendar, for when the everyday ones are used up. */
export function rareRussianNames(gender: Gender): readonly string[] {
  return rareNames()[gender].filter((name) => name.length > 3);
}

const englishNames = lazy(() => namesOf('en', 'first_name'));

export function englishFirstNames(gender: Gender): readonly string[] {
  return englishNames()[gender];
}

/** First names of both genders, and the same ones folded. */
export const everyEnglishName = lazy((): readonly string[] => [
  ...englishNames().female,
  ...englishNames().male,
]);
export const foldedEnglishNames = lazy((): ReadonlySet<string> => new Set(everyEnglishName().map(fold)));

/** Names that are ordinary words too, folded. */
export const namesThatAreWords = lazy(
  (): ReadonlySet<string> => new Set(wordLists('person/names-that-are-words', ['words']).words),
);

/** Surnames that are neither first names nor words: “Travis”, “Price”. */
export const englishSurnames = lazy((): readonly string[] =>
  namesOf('en', 'last_name').generic.filter((name) => {
    const folded = fold(name);
    return !foldedEnglishNames().has(folded) && !namesThatAreWords().has(folded) && name.length > 4;
  }),
);

export function placeNames(language: 'ru' | 'en', part: 'street_name' | 'city_name'): readonly string[] {
  const list = locales[language]().location?.[part];
  return Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : [];
}

const openings = [...'бвгдзклмнпрст'];
const vowels = [...'аеиоу'];
const closings = [...'лмнрт'];
const TRIES = 50;

/** A name that nobody has, for texts that use up every list: syllables, then an ending. */
export function generateName(random: Random, avoid: ReadonlySet<string>, ending: string): string {
  for (let tries = 0; ; tries += 1) {
    const syllables = Array.from(
      { length: 2 + Math.floor(tries / TRIES) },
      () => random.pick(openings) + random.pick(vowels),
    );
    const name = syllables.join('') + random.pick(closings) + ending;
    if (!avoid.has(fold(name))) return name.slice(0, 1).toUpperCase() + name.slice(1);
  }
}
