import type { Gender } from './grammar';
import { lazy } from '../../../text/lazy';
import { fold } from '../../../text/split-words';
import { rareFemaleNames, rareMaleNames, rareShortNames, spellingVariants } from './rare-first-names';
import { femaleNames, maleNames, shortNames } from './russian-first-names';

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

const split = (list: string): string[] => list.trim().split(/\s+/u);

/** Full names with their short forms, as written. */
export const fullNames = lazy((): readonly FullName[] =>
  [...new Set([...Object.keys(shortNames), ...Object.keys(rareShortNames)])].map((name) => ({
    name,
    gender: /[ая]$|^Любовь$/u.test(name) && !/^(?:Никита|Илья)$/u.test(name) ? 'female' : 'male',
    shorts: [shortNames[name], rareShortNames[name]].flatMap((list) => split(list ?? '')).filter(Boolean),
  })),
);

/** Russian first names in the nominative, folded: full, short, foreign. */
export const knownFirstNames = lazy((): ReadonlyMap<string, readonly KnownName[]> => collect());

/** The name that spellings and short forms of it are joined under. */
function keyOf(name: string): string {
  return spellingVariants[name] ?? name;
}

function collect(): Map<string, KnownName[]> {
  const known = new Map<string, KnownName[]>();
  const add = (name: string, full: string, gender: Gender): void => {
    const base = fold(name);
    const all = known.get(base) ?? [];
    const key = keyOf(fold(full));
    if (!all.some((other) => other.full === key && other.gender === gender)) all.push({ gender, full: key });
    known.set(base, all);
  };
  for (const { name, gender, shorts } of fullNames()) {
    add(name, name, gender);
    for (const short of shorts) add(short, name, gender);
  }
  for (const name of split(maleNames + rareMaleNames)) add(name, name, 'male');
  for (const name of split(femaleNames + rareFemaleNames)) add(name, name, 'female');
  return known;
}
