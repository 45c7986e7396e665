import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadLexicons } from '@medley/depersonalize';
import { isUsageError, OperatorError } from '@medley/kit';
import type { SpanFigures } from '../bench/pii/span-counts';
import { collectTexts } from './collect-texts';
import { crossValidate, figuresBySet, type JudgedText } from './cross-validate';
import { makeExample, type Example } from './example';
import { readNameStock, type NameStock } from './name-stock';
import type { LabelledText } from './labelled-text';
import { packWeights } from './pack-weights';
import { readTemplates, readTexts, type TextPlaces } from './read-texts';
import { languages, settings, type Language } from './settings';
import { trainWeights } from './train-weights';

const MODEL = 'libs/depersonalize/model';
const CACHE = '.medley/pii-words';
const DEFAULT_FOLDS = '5';
const USAGE = `Trains the models that find people: writes ${MODEL}/ru.bin and en.bin.
  npm run pii:train                   train on ../shared/data/pii and our own texts
  npm run pii:train -- --check        cross-validate instead, and write ${MODEL}/cross-validation.json
  npm run pii:train -- --check --biases 0,1,2   compare biases against “no name”; writes nothing
Options: --language ru|en, --folds ${DEFAULT_FOLDS}, --sets DIR, --texts DIR (our own texts), --own-only (without the sets),
         --plain (no copies with other names, no templates: needs nothing of pii:words), --to DIR (${MODEL}),
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
  to: { type: 'string', default: MODEL },
  texts: { type: 'string', default: 'libs/depersonalize/training' },
  packages: { type: 'string', default: `${CACHE}/node_modules` },
} as const;

/** `npm run pii:train`. Exit codes: 0 success, 1 failure, 2 wrong usage. */
function main(): void {
  const { values } = parseArgs({ options });
  const asked = languages.filter((language) => values.language === undefined || values.language === language);
  const folds = Number(values.folds);
  if (asked.length === 0) throw new OperatorError(`--language is one of ${languages.join(', ')}`);
  if (!Number.isInteger(folds) || folds < 2) throw new OperatorError('--folds is a whole number from 2');
  if (!values['own-only'] && !existsSync(values.sets)) {
    throw new OperatorError(
      `${values.sets} is not here: name it with --sets, or train without it with --own-only`,
    );
  }
  const biases = readBiases(values.biases);
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
        settings: settings[language],
        folds,
        ...(biases && { biases }),
        printProgress,
      });
    train(language, examples, values.to);
    return [];
  });
  if (!values.check) return;
  if (biases) return compareBiases(judged, biases);
  report(figuresBySet(judged), values.to);
  if (values.predictions !== undefined) writeFileSync(values.predictions, judged.map(lineOf).join(''));
}

function readBiases(list: string | undefined): number[] | undefined {
  const biases = list?.split(',').map(Number);
  if (biases?.some((bias) => !Number.isFinite(bias)))
    throw new OperatorError('--biases is a list of numbers, as 0,0.5,1');
  return biases;
}

function compareBiases(judged: readonly JudgedText[], biases: readonly number[]): void {
  for (const bias of biases) {
    printProgress(`bias ${bias}`);
    printFigures(figuresBySet(judged.filter((one) => one.bias === bias)));
  }
}

function lineOf({ of, found }: JudgedText): string {
  const spans = found.map(({ start, end }) => ({ start, end, type: 'PERSON' }));
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

function report(figures: ReadonlyMap<string, SpanFigures>, directory: string): void {
  printFigures(figures);
  // A check of one language keeps the figures of the other.
  const file = join(directory, 'cross-validation.json');
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
