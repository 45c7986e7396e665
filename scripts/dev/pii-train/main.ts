import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadLexicons } from '@medley/person-model';
import { isUsageError, OperatorError } from '@medley/kit';
import type { SpanFigures } from '../bench/pii/span-counts';
import { collectTexts } from './collect-texts';
import { readBiases, readCollections, readFolds, readRuns } from './check-options';
import { crossValidate, figuresBySet, type JudgedText } from './cross-validate';
import { makeExample, type Example } from './example';
import { readNameStock, type NameStock } from './name-stock';
import type { LabelledText } from './labelled-text';
import { packWeights } from './pack-weights';
import { readTemplates, readTexts, type TextPlaces } from './read-texts';
import { languages, settings, type Language } from './settings';
import { trainWeights } from './train-weights';

const WEIGHTS = 'libs/person-model/weights';
const EVAL = 'libs/person-model/eval';
const CACHE = '.medley/pii-words';
const DEFAULT_FOLDS = '5';
const USAGE = `Trains the models that find people: writes ${WEIGHTS}/ru.bin and en.bin.
  npm run pii:train                   train on ../shared/data/pii and our own texts
  npm run pii:train -- --check        cross-validate instead, and write ${EVAL}/cross-validation.json
  npm run pii:train -- --check --leave-out SET,SET   train without one set after the other, judge it as a collection
                                      unseen, and write ${EVAL}/unseen-collections.json
  npm run pii:train -- --check --biases 0,1,2   compare other biases against “no name” as well
Options: --language ru|en, --folds ${DEFAULT_FOLDS}, --runs N (of --check: average fewer trainings than the weights in use),
         --sets DIR, --texts DIR (our own texts), --own-only (without the sets),
         --plain (no copies with other names, no templates: needs nothing of pii:words), --to DIR (${WEIGHTS}),
         --packages DIR (a node_modules with the packages of pii:words), --predictions FILE (of --check, as JSON Lines)
`;

const options = {
  check: { type: 'boolean', default: false },
  language: { type: 'string' },
  folds: { type: 'string', default: DEFAULT_FOLDS },
  sets: { type: 'string', default: '../shared/data/pii' },
  'own-only': { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  predictions: { type: 'string' },
  biases: { type: 'string' },
  runs: { type: 'string' },
  'leave-out': { type: 'string' },
  to: { type: 'string', default: WEIGHTS },
  texts: { type: 'string', default: 'libs/person-model/training' },
  packages: { type: 'string', default: `${CACHE}/node_modules` },
} as const;

/** `npm run pii:train`. Exit codes: 0 success, 1 failure, 2 wrong usage. */
function main(): void {
  const { values } = parseArgs({ options });
  const asked = languages.filter((language) => values.language === undefined || values.language === language);
  if (asked.length === 0) throw new OperatorError(`--language is one of ${languages.join(', ')}`);
  const leftOut = values['leave-out'];
  const parts = leftOut === undefined ? readFolds(values.folds) : readCollections(leftOut);
  if (!values['own-only'] && !existsSync(values.sets)) {
    throw new OperatorError(
      `${values.sets} is not here: name it with --sets, or train without it with --own-only`,
    );
  }
  const biases = readBiases(values.biases);
  const runs = readRuns(values.runs);
  const places = { sets: values['own-only'] ? null : values.sets, own: values.texts };
  const stock = values.plain ? null : readNameStock(CACHE, resolve(values.packages), values.texts);
  const lexicons = loadLexicons();
  const judged = asked.flatMap((language) => {
    const examples = prepare(language, places, stock).map((text) => makeExample(text, lexicons));
    printProgress(`${language}: ${examples.length} texts and copies`);
    if (values.check)
      return crossValidate({
        examples,
        lexicons,
        settings: { ...settings[language], ...(runs !== null && { runs }) },
        parts,
        biases,
        printProgress,
      });
    train(language, examples, values.to);
    return [];
  });
  if (!values.check) return;
  compareBiases(judged, biases);
  const file = leftOut === undefined ? 'cross-validation.json' : 'unseen-collections.json';
  report(
    figuresBySet(judged.filter(({ isInUse }) => isInUse)),
    join(values.to === WEIGHTS ? EVAL : values.to, file),
  );
  if (values.predictions !== undefined)
    writeFileSync(
      values.predictions,
      judged
        .filter(({ isInUse }) => isInUse)
        .map(lineOf)
        .join(''),
    );
}

function compareBiases(judged: readonly JudgedText[], biases: readonly number[]): void {
  for (const bias of biases) {
    printProgress(`bias ${bias}`);
    printFigures(figuresBySet(judged.filter((one) => one.bias === bias)));
  }
}

function lineOf({ of, found }: JudgedText): string {
  const spans = found.map(({ start, end, probability }) => ({ start, end, type: 'PERSON', probability }));
  return `${JSON.stringify({ id: of.id, spans })}\n`;
}

function prepare(language: Language, places: TextPlaces, stock: NameStock | null): LabelledText[] {
  const texts = readTexts(language, places);
  if (texts.length === 0)
    throw new OperatorError(
      `no texts to train ${language} on in ${[places.sets, places.own].filter(Boolean).join(' or ')}`,
    );
  if (stock === null) return texts;
  return collectTexts({ texts, templates: readTemplates(language, places.own) }, stock, settings[language]);
}

function train(language: Language, examples: readonly Example[], directory: string): void {
  const file = join(directory, `${language}.bin`);
  const bytes = packWeights(trainWeights(examples, settings[language]), settings[language].outsideBias);
  writeWhole(file, bytes);
  printProgress(`${file}: ${bytes.length} bytes`);
}

/** Write atomically, so that no reader sees a partial file. */
function writeWhole(file: string, content: Buffer | string): void {
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

function report(figures: ReadonlyMap<string, SpanFigures>, file: string): void {
  printFigures(figures);
  // A check of one language keeps the figures of the other.
  const written = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>) : {};
  for (const [set, { precision, recall, f1, tokenF1, leak }] of figures) {
    const shares = { p: precision, r: recall, f1, tokenF1, leak };
    written[set] = Object.fromEntries(
      Object.entries(shares).map(([key, share]) => [key, Number(show(share))]),
    );
  }
  writeWhole(file, `${JSON.stringify(written, null, 2)}\n`);
}

function printFigures(figures: ReadonlyMap<string, SpanFigures>): void {
  for (const [set, { precision, recall, f1, tokenF1, leak }] of figures) {
    printProgress(
      `${set.padEnd(26)} P ${show(precision)} R ${show(recall)} F1 ${show(f1)} token F1 ${show(tokenF1)} leak ${show(leak)}`,
    );
  }
}

function show(share: number | null): string {
  return (share ?? 0).toFixed(3);
}

function printProgress(words: string): void {
  process.stderr.write(`${words}\n`);
}

try {
  main();
} catch (error) {
  const misused = isUsageError(error);
  if (!misused && !(error instanceof OperatorError)) throw error;
  const { message } = error as Error;
  printProgress(misused ? `${message}\n\n${USAGE}` : message);
  process.exitCode = misused ? 2 : 1;
}
