import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOfTree } from './dictionary-tree';

/** A word form with all its OpenCorpora tags: `NOUN,anim,masc,Name sing,datv`. */
export interface RussianWord {
  word: string;
  tags: readonly string[];
}

/** Every form of every word of OpenCorpora, from the dictionaries of the package az. */
export function* readRussianWords(packages: string): Generator<RussianWord> {
  const directory = join(packages, 'az/dicts');
  const tags = JSON.parse(readFileSync(join(directory, 'gramtab-opencorpora-int.json'), 'utf8')) as string[];
  const paradigms = readParadigms(readFileSync(join(directory, 'paradigms.array')));
  for (const { word, forms } of wordsOfTree(readFileSync(join(directory, 'words.dawg')))) {
    yield {
      word,
      tags: forms.map(([number, form]) => {
        const paradigm = paradigms[number] ?? new Uint16Array();
        return tags[paradigm[paradigm.length / 3 + form] ?? -1] ?? '';
      }),
    };
  }
}

function readParadigms(file: Buffer): Uint16Array[] {
  const numbers = new Uint16Array(file.length >> 1);
  for (let i = 0; i < numbers.length; i += 1) numbers[i] = file.readUInt16LE(i * 2);
  let at = 1;
  return Array.from({ length: numbers[0] ?? 0 }, () => {
    const size = numbers[at] ?? 0;
    at += size + 1;
    return numbers.subarray(at - size, at);
  });
}
