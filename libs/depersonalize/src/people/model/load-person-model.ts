import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lexicons } from './describe-word';
import { featureMark, type PersonModel } from './person-model';
import { Weights } from './weights';
import { WordTable } from './word-table';

/** The package's own files, beside `src` and `dist` alike. */
const directory = join(__dirname, '../../../model');

/**
 * The model in the files of this package: the only reading the library does, once, when the first text comes. Not at the
 * start, so that training can begin without weights, or with those for other features.
 * @throws Error naming the file that is not there or not whole
 */
export const loadPersonModel: () => PersonModel = once(() => ({
  lexicons: loadLexicons(),
  weights: { ru: loadWeights('ru.bin'), en: loadWeights('en.bin') },
}));

function once<T>(load: () => T): () => T {
  const loaded: T[] = [];
  return () => (loaded[0] ??= load());
}

/** The lists of words alone, for training. */
export function loadLexicons(): Lexicons {
  return {
    classes: new WordTable(read('lexicon.bin'), 'model/lexicon.bin'),
    clusters: new WordTable(read('clusters.bin'), 'model/clusters.bin'),
  };
}

function loadWeights(file: string): Weights {
  return new Weights(read(file), { features: featureMark, name: `model/${file}` });
}

function read(file: string): Buffer {
  return readFileSync(join(directory, file));
}
