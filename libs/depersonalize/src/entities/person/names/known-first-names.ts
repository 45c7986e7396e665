import type { Gender } from './grammar';
import { lazy } from '../../../text/lazy';
import { fold } from '../../../text/split-words';
import { readWordLists, wordLists } from '../../../text/word-lists';

/** What a nominative may be. */
export interface KnownName {
  gender: Gender;
  /** The full name, folded; itself for a full one. */
  full: string;
}

interface FullName {
  name: string;
  gender: Gender;
  shorts: readonly string[];
}

/** Full names with their short forms, as written. */
export const fullNames = lazy((): readonly FullName[] =>
  Array.from(readWordLists('person/russian-short-names'), ([name, shorts]) => ({
    name,
    gender: /[ая]$|^Любовь$/u.test(name) && !/^(?:Никита|Илья)$/u.test(name) ? 'female' : 'male',
    shorts,
  })),
);

/** Russian first names in the nominative, folded: full, short, foreign. */
export const knownFirstNames = lazy((): ReadonlyMap<string, readonly KnownName[]> => collect());

function collect(): Map<string, KnownName[]> {
  const known = new Map<string, KnownName[]>();
  const mainSpellings = new Map(
    [...readWordLists('person/spelling-variants')].flatMap(([main, all]) => all.map((one) => [one, main])),
  );
  const add = (name: string, full: string, gender: Gender): void => {
    const base = fold(name);
    const all = known.get(base) ?? [];
    const key = mainSpellings.get(fold(full)) ?? fold(full);
    if (!all.some((other) => other.full === key && other.gender === gender)) all.push({ gender, full: key });
    known.set(base, all);
  };
  for (const { name, gender, shorts } of fullNames()) {
    add(name, name, gender);
    for (const short of shorts) add(short, name, gender);
  }
  const { male, female } = wordLists('person/russian-first-names', ['male', 'female']);
  for (const name of male) add(name, name, 'male');
  for (const name of female) add(name, name, 'female');
  return known;
}

/** English short forms by the full name they stand for. */
export const englishShortNames = lazy(() => readWordLists('person/english-short-names'));

const byShort = lazy(() => {
  const names = new Map<string, string[]>();
  for (const [full, shorts] of englishShortNames()) {
    for (const short of shorts.map((one) => one.toLowerCase()))
      names.set(short, [...(names.get(short) ?? []), full.toLowerCase()]);
  }
  return names;
});

/** Full names of an English short one, folded: “bob” is “robert”. */
export function englishFullNames(name: string): readonly string[] {
  return byShort().get(name) ?? [];
}
