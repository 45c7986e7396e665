import { existsSync, readFileSync } from 'node:fs';
import type { SpanFigures } from './span-counts';

/** Figures of PERSON on a set; each document was judged by a model that has not seen it. */
interface CrossValidated {
  p: number;
  r: number;
  f1: number;
  tokenF1: number;
  leak: number;
}

/** The cross-validation figures that `npm run pii:train` wrote, by set; empty without the file. */
export function readCrossValidation(file: string): Map<string, SpanFigures> {
  if (!existsSync(file)) return new Map();
  const sets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return new Map(
    Object.entries(sets).flatMap(([set, found]): [string, SpanFigures][] =>
      isCrossValidated(found) ? [[set, toFigures(found)]] : [],
    ),
  );
}

function isCrossValidated(found: unknown): found is CrossValidated {
  if (typeof found !== 'object' || found === null) return false;
  return ['p', 'r', 'f1', 'tokenF1', 'leak'].every(
    (key) => typeof (found as Record<string, unknown>)[key] === 'number',
  );
}

function toFigures({ p, r, f1, tokenF1, leak }: CrossValidated): SpanFigures {
  // The number of spans comes from the set; a row with figures has at least one.
  return {
    gold: NaN,
    predicted: NaN,
    precision: p,
    recall: r,
    f1,
    tokenF1,
    leak,
    cleanRecords: 0,
    falseAlarms: 0,
  };
}
