import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package's own files, beside `src` and `dist` alike; README.md there says how they are written. */
const directory = join(__dirname, '../../words');

/** A part of entries, `<name>`; the brackets of regular expressions are none. */
const fragment = /(?<!\(\?)<([a-z-]+)>/g;

/**
 * The lists of a file of words by their names, in its order. Read once, with the module that asks.
 * @throws Error naming the file that is not there, the line that is of no list, or the fragment that is not defined
 */
export function readWordLists(file: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  const fragments = new Map<string, string[]>();
  let list: string[] | undefined;
  const filled = (entry: string): string =>
    entry.replace(fragment, (_, name: string) => {
      const words = fragments.get(name);
      if (words === undefined) throw new Error(`words/${file}.txt: no fragment “${name}” is defined`);
      return words.join('|');
    });
  for (const line of readFileSync(join(directory, `${file}.txt`), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [head = '', isFragment, name] = /^(<?)([^\s<>]+)>?:(?= |$)/.exec(line) ?? [];
    if (name !== undefined) {
      list = [];
      (isFragment === '' ? lists : fragments).set(name, list);
    }
    if (list === undefined) throw new Error(`words/${file}.txt: no list is named before “${line}”`);
    list.push(...line.slice(head.length).split(' ').filter(Boolean).map(filled));
  }
  return lists;
}

/**
 * The lists of a file that the code knows by name.
 * @throws Error naming the list that the file has not
 */
export function wordLists<Name extends string>(
  file: string,
  names: readonly Name[],
): Readonly<Record<Name, readonly string[]>> {
  const lists = readWordLists(file);
  const listOf = (name: Name): readonly string[] => {
    const list = lists.get(name);
    if (list === undefined) throw new Error(`words/${file}.txt has no list “${name}”`);
    return list;
  };
  return Object.fromEntries(names.map((name) => [name, listOf(name)])) as Record<Name, readonly string[]>;
}

/** Words of which any may stand, as a source of a regular expression. */
export function anyOf(words: readonly string[]): string {
  return `(?:${words.join('|')})`;
}

/** An entry as a source of a regular expression: `_` is a blank and `\\_` itself. */
function sourceOf(entry: string): string {
  return entry.replace(/\\_|_/g, (sign) => (sign === '_' ? ' ' : '_'));
}

/**
 * The lists of a file of patterns as sources of regular expressions, `(?:…|…)`, by their names.
 * @throws Error naming the list that the file has not
 */
export function alternatives(file: string): (name: string) => string {
  const lists = readWordLists(`patterns/${file}`);
  return (name) => {
    const list = lists.get(name);
    if (list === undefined) throw new Error(`words/patterns/${file}.txt has no list “${name}”`);
    return anyOf(list.map(sourceOf));
  };
}

/** The rows of a file of patterns, one to each name: their entries as sources of regular expressions. */
export function patternRows(file: string): readonly (readonly string[])[] {
  return [...readWordLists(`patterns/${file}`).values()].map((row) => row.map(sourceOf));
}

/**
 * What a word of a row stands for.
 * @throws Error naming the word that stands for nothing
 */
export function meaningOf<T>(word: string, meanings: Readonly<Record<string, T>>): T {
  const meaning = meanings[word];
  if (meaning === undefined) throw new Error(`words/patterns: nothing is meant by “${word}”`);
  return meaning;
}

/** An entry of several words, in which `_` is a blank. */
export function spaced(entry: string): string {
  return entry.replaceAll('_', ' ');
}
