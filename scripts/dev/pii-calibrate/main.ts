import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { detect, findMatches, nameConfidence } from '@medley/depersonalize';
import { OperatorError } from '@medley/kit';
import { readHeldOut } from '../bench/pii/read-held-out';
import { readSets, type PiiSet } from '../bench/pii/read-set';
import { trainingSets } from '../bench/pii/training-sets';
import { runMain } from '../run-main';
import { say } from '../say';
import { fitCurve, type Judged } from './fit-curve';

const SETS = join('..', 'shared', 'data', 'pii');
const HELD_OUT = join('libs', 'person-model', 'eval');
const CALIBRATION = join('libs', 'depersonalize', 'calibration.json');
const NAME = 'PERSON';
/** More matches of one set count together as so many, so that no set alone decides. */
const SET_MOST = 300;
/** Upper ends of the rows of the table. */
const rows = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1];

interface Span {
  start: number;
  end: number;
  type: string;
}

/** A line of `npm run pii:train -- --check --predictions FILE`. */
interface Prediction {
  id: string;
  spans: (Span & { probability: number })[];
}

/** A match with what it was published as. */
interface Published extends Judged {
  score: number;
  isName: boolean;
}

/**
 * `npm run pii:calibrate [-- --predictions FILE] [--write]`: how many matches are right at each score. Names are judged
 * on texts that the model was not trained on, and on cross-validated predictions; other kinds on all labelled texts. A
 * match is right when it touches a mark of its kind. `--write` measures the scores anew.
 */
function main(): void {
  const { values } = parseArgs({
    options: { predictions: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const sets = [...readHeldOut(HELD_OUT), ...readSets(SETS)];
  if (sets.length === 0) throw new OperatorError(`no labelled texts in ${HELD_OUT} or ${SETS}`);
  const published = [
    ...sets.flatMap((set) => judge(set)),
    ...(values.predictions === undefined ? [] : judgePredictions(sets, values.predictions)),
  ];
  for (const isName of [true, false]) {
    say(isName ? 'names (unseen or cross-validated)' : 'other kinds');
    say(tableOf(published.filter((one) => one.isName === isName)));
  }
  if (!values.write) return;
  const curveOf = (isName: boolean): string => {
    const curve = fitCurve(published.filter((one) => one.isName === isName));
    return `[\n${curve.map((point) => `    [${point.join(', ')}]`).join(',\n')}\n  ]`;
  };
  // In the form that prettier gives it.
  writeFileSync(CALIBRATION, `{\n  "names": ${curveOf(true)},\n  "values": ${curveOf(false)}\n}\n`);
  say(`${CALIBRATION} is written`);
}

function judge({ name, records }: PiiSet): Published[] {
  const isTrained = Object.values(trainingSets).flat().includes(name);
  const found = records.flatMap(({ text, spans, scope }) => {
    const scores = new Map(detect(text).map(({ start, score }) => [start, score]));
    return findMatches(text)
      .filter(({ type }) => (!scope || scope.includes(type)) && !(isTrained && type === NAME))
      .map((match) => ({
        confidence: match.score,
        score: scores.get(match.start) ?? 0,
        isRight: isRight(match, spans),
        isName: match.type === NAME,
      }));
  });
  return weigh(found);
}

function judgePredictions(sets: readonly PiiSet[], file: string): Published[] {
  if (!existsSync(file)) throw new OperatorError(`${file} is not here: see npm run pii:train -- --check`);
  const known = new Map(sets.flatMap(({ records }) => records.map((record) => [record.id, record] as const)));
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const found = lines.flatMap((line) => {
    const { id, spans } = JSON.parse(line) as Prediction;
    const marked = known.get(id)?.spans;
    if (marked === undefined) return [];
    return spans.map((span) => {
      const confidence = nameConfidence(span.probability);
      return { confidence, score: confidence, isRight: isRight(span, marked), isName: true };
    });
  });
  return weigh(found);
}

function weigh(found: readonly Omit<Published, 'weight'>[]): Published[] {
  const names = found.filter(({ isName }) => isName).length;
  return found.map((one) => ({
    ...one,
    weight: Math.min(1, SET_MOST / (one.isName ? names : found.length - names)),
  }));
}

function isRight(match: Span, spans: readonly Span[]): boolean {
  return spans.some(({ start, end, type }) => type === match.type && start < match.end && match.start < end);
}

/** For each range of scores how many matches there are, and the shares that were right and that were promised. */
function tableOf(published: readonly Published[]): string {
  const lines = rows.flatMap((to, i) => {
    const from = rows[i - 1] ?? -1;
    const own = published.filter(({ score }) => score > from && score <= to);
    const total = own.reduce((sum, { weight }) => sum + weight, 0);
    if (own.length === 0) return [];
    const mean = (valueOf: (one: Published) => number): string =>
      (own.reduce((sum, one) => sum + one.weight * valueOf(one), 0) / total).toFixed(3);
    const right = mean((one) => (one.isRight ? 1 : 0));
    return `  to ${to.toFixed(2)}  ${String(own.length).padStart(6)} found  ${right} right  ${mean((one) => one.score)} promised`;
  });
  return lines.join('\n');
}

runMain(() => {
  main();
  return Promise.resolve();
});
