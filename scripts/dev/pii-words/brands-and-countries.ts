import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakerLocales, textsIn } from './latin-words';
import { addClass, latinClass, wordClass, type WordClasses } from './word-classes';

const BRANDS = 'name-suggestion-index/dist/json/nsi.min.json';

/** A capital and small letters: names of several words say little about each of them (“Marshall Islands”). */
const oneWord = /^\p{Lu}[\p{L}-]{2,}$/u;

/** Add countries, states, and firms and brands, of one word each. */
export function addBrandsAndCountries(classes: WordClasses, packages: string): void {
  const english = fakerLocales(packages).find(({ metadata }) => metadata?.code === 'en');
  const { country, state } = english?.location ?? {};
  for (const [names, bits] of [
    [textsIn(country), wordClass.place | latinClass.country],
    [textsIn(state), wordClass.place],
    [readBrands(packages).map((name) => name.replace(/['’]s$/, '')), wordClass.organisation],
  ] as const) {
    for (const name of names.filter((one) => oneWord.test(one))) addClass(classes, name, bits);
  }
}

interface NameSuggestions {
  nsi: Readonly<Record<string, { items: readonly { displayName: string }[] }>>;
}

/** Brands of shops, banks, restaurants in the whole world (OpenStreetMap), and of software and goods (Simple Icons). */
export function readBrands(packages: string): string[] {
  const load = createRequire(join(packages, 'package.json'));
  const { nsi } = JSON.parse(readFileSync(join(packages, BRANDS), 'utf8')) as NameSuggestions;
  const shops = Object.entries(nsi).flatMap(([kind, { items }]) =>
    kind.startsWith('brands/') ? items.map(({ displayName }) => displayName.split(' (')[0] ?? '') : [],
  );
  const icons = Object.values(load('simple-icons') as Record<string, { title: string }>);
  return [...shops, ...icons.map(({ title }) => title)];
}
