import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isUsageError, OperatorError } from '@medley/kit';
import { seededRandom } from '../seeded-random';
import { buildHashTable, buildWordTable } from './build-word-table';
import { clusterVectors } from './cluster-words';
import { installPackages } from './install-packages';
import { addLatinWords } from './latin-words';
import { addBrandsAndCountries } from './brands-and-countries';
import { collectGazetteer } from './gazetteer';
import { readRussianWords } from './read-russian-words';
import { readVectors } from './read-vectors';
import { RussianNameCollector } from './russian-names';
import { supersensesOf } from './supersenses';
import { addClass, classesOfTag, foldWord, paletteOf, type WordClasses } from './word-classes';
import { readSenses } from './word-net';

const CACHE = '.medley/pii-words';
const WEIGHTS = 'libs/person-model/weights';
const MOST_CLUSTERED = 120_000;
const SEED = 1;
const USAGE = `Lists of words for finding people: writes ${WEIGHTS}/lexicon.bin, supersenses.bin, gazetteer.bin and
clusters.bin, and keeps what npm run pii:train exchanges names with in ${CACHE}.
  npm run pii:words                   install the pinned packages in ${CACHE} (150 MB to download) and build
  npm run pii:words -- --packages DIR packages that are installed already, DIR being a node_modules
  npm run pii:words -- --only lexicon|clusters (lexicon: all but the clusters)
`;

/** `npm run pii:words`. Exit codes: 0 success, 1 failure, 2 wrong usage. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { packages: { type: 'string' }, only: { type: 'string' } } });
  // Absolute, because Node resolves a relative path as a package name.
  const packages = resolve(values.packages ?? (await installPackages(CACHE)));
  mkdirSync(CACHE, { recursive: true });
  mkdirSync(WEIGHTS, { recursive: true });
  if (values.only !== 'clusters') writeLexicon(packages);
  if (values.only !== 'lexicon') writeClusters(packages);
}

function writeLexicon(packages: string): void {
  const classes: WordClasses = new Map();
  const names = new RussianNameCollector();
  for (const russian of readRussianWords(packages)) {
    names.add(russian);
    const bits = russian.tags.reduce((all, tag) => all | classesOfTag(tag), 0);
    if (bits !== 0 && russian.word.length > 1) addClass(classes, russian.word, bits);
  }
  addLatinWords(classes, packages);
  addBrandsAndCountries(classes, packages);
  const { palette, values } = paletteOf(classes);
  write(join(WEIGHTS, 'lexicon.bin'), buildWordTable(values, { valueBits: 6, fingerprintBits: 4, palette }));
  write(join(CACHE, 'russian-names.json'), JSON.stringify(names.names()));
  process.stderr.write(`${classes.size} words, ${palette.length} classes\n`);
  writeSupersensesAndGazetteer(packages, classes);
}

/** What English words mean, and names of several words that are no people's. */
function writeSupersensesAndGazetteer(packages: string, classes: WordClasses): void {
  const senses = readSenses(packages);
  const supersenses = supersensesOf(senses, packages);
  write(join(WEIGHTS, 'supersenses.bin'), buildWordTable(supersenses, { valueBits: 6, fingerprintBits: 8 }));
  const { hashes, kinds } = collectGazetteer(packages, { senses, classes });
  const names = { keys: hashes, values: kinds };
  write(join(WEIGHTS, 'gazetteer.bin'), buildHashTable(names, { valueBits: 3, fingerprintBits: 9 }));
  process.stderr.write(`${supersenses.size} words with a supersense, ${hashes.length} names of things\n`);
}

/** Word clusters: a thousand clusters, and two coarser clusterings of them. */
function writeClusters(packages: string): void {
  const { words, dimensions, values } = readVectors(packages, MOST_CLUSTERED);
  const random = seededRandom(SEED);
  const fine = clusterVectors({ dimensions, values }, { clusters: 1_000, rounds: 10, random });
  const groups = { dimensions, values: fine.centres };
  const middle = clusterVectors(groups, { clusters: 250, rounds: 20, random }).numbers;
  const coarse = clusterVectors(groups, { clusters: 60, rounds: 20, random }).numbers;
  // Numbers start at 1: 0 is a word that is not in the table.
  const palette = [...middle].map((number, group) =>
    clusterNumbers(group + 1, number + 1, (coarse[group] ?? 0) + 1),
  );
  const numbers = new Map(words.map((word, i) => [foldWord(word), (fine.numbers[i] ?? 0) + 1]));
  write(
    join(WEIGHTS, 'clusters.bin'),
    buildWordTable(numbers, { valueBits: 10, fingerprintBits: 8, palette: [0, ...palette] }),
  );
}

/** Packed as the model reads them: ten bits, eight bits, the rest. */
function clusterNumbers(fine: number, middle: number, coarse: number): number {
  return fine | (middle << 10) | (coarse << 18);
}

function write(file: string, content: Buffer | string): void {
  writeFileSync(file, content);
  process.stderr.write(`${file}: ${Buffer.byteLength(content)} bytes\n`);
}

main().catch((error: unknown) => {
  const { message, stack } = error as Error;
  const words = error instanceof OperatorError ? message : String(stack);
  process.stderr.write(isUsageError(error) ? `${message}\n\n${USAGE}` : `${words}\n`);
  process.exitCode = isUsageError(error) ? 2 : 1;
});
