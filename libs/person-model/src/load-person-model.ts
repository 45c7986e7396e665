import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lexicons } from './features/describe-word';
import { featureMark, type PersonModel } from './tagger/person-model';
import { Weights } from './tagger/weights';
import { WordTable } from './text/word-table';

/** The package's own files, beside `src` and `dist` alike. */
const directory = join(__dirname, '../weights');

/**
 * The model in the files of this package: the only reading the library does, once, when the first text comes. Not at the
 * start, so that training can begin without weights, or with those for other features.
 * @throws Error naming the file that is not there or not whole
 */
export const loadPersonModel: () => PersonModel = lazy(() => ({
  lexicons: loadLexicons(),
  weights: { ru: loadWeights('ru.bin'), en: loadWeights('en.bin') },
}));

function lazy<T>(load: () => T): () => T {
  const loaded: T[] = [];
  return () => (loaded[0] ??= load());
}

/** The lists of words alone, for training. */
export function loadLexicons(): Lexicons {
  return {
    classes: readTable('lexicon.bin'),
    clusters: readTable('clusters.bin'),
    supersenses: readTable('supersenses.bin'),
    gazetteer: readTable('gazetteer.bin'),
  };
}

function readTable(file: string): WordTable {
  return new WordTable(read(file), `weights/${file}`);
}

function loadWeights(file: string): Weights {
  return new Weights(read(file), { features: featureMark, name: `weights/${file}` });
}

function read(file: string): Buffer {
  return readFileSync(join(directory, file));
}
