import { sampleMatches, type Draw } from './sample-match';

const SAMPLES = 8;
const CUTS = 3;
const LONGEST_CUT = 12;
/** So long are the texts. */
export const PUMPED_LENGTH = 20_000;
const SHORT_LENGTHS = [24, 200, 2_000];
/** So much time is not worth a second look. */
const SHORT_MS = 25;
/** Eight times the text takes eight times as long when time is linear, 64 times when it is quadratic. */
const PART = 8;
const RATIO = 24;
const TOO_LONG_MS = 1_000;

/** Text that makes an expression slow, and how slow. */
export interface Pumped {
  unit: string;
  milliseconds: number;
}

/**
 * Tries an expression on texts that nearly match: pieces of what it wants, repeated. Returns the first one for which the
 * time grows faster than the text; null when there was none. Always tries the same ones.
 */
export function pumpRegex(regex: RegExp): Pumped | null {
  const draw = seededDraw();
  for (const sample of sampleMatches(regex, SAMPLES, draw)) {
    for (const [before, unit] of cutsOf(sample, draw)) {
      for (const after of ['', '\u0001']) {
        const milliseconds = slowness(regex, (length) => before + repeated(unit, length) + after);
        if (milliseconds !== null) return { unit, milliseconds };
      }
    }
  }
  return null;
}

/** The whole, pieces and single characters of it, each behind what stands before it. */
function cutsOf(sample: string, draw: Draw): [before: string, unit: string][] {
  if (sample === '') return [];
  const cuts = Array.from({ length: 2 * CUTS }, (_, i): [string, string] => {
    const from = draw(sample.length);
    return [sample.slice(0, from), sample.slice(from, from + 1 + (i % 2) * draw(LONGEST_CUT))];
  });
  return [['', sample], ...cuts];
}

function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Longer and longer texts, so that one that takes forever is noticed on a short one. */
function slowness(regex: RegExp, textOf: (length: number) => string): number | null {
  // The quickest of three: other programs on the machine only ever add.
  const timed = (length: number): number => {
    const first = timeOf(regex, textOf(length));
    if (first < SHORT_MS || first > TOO_LONG_MS) return first;
    return Math.min(first, timeOf(regex, textOf(length)), timeOf(regex, textOf(length)));
  };
  for (const length of SHORT_LENGTHS) {
    const milliseconds = timed(length);
    if (milliseconds >= SHORT_MS) return milliseconds;
  }
  const whole = timed(PUMPED_LENGTH);
  if (whole < SHORT_MS) return null;
  if (whole > TOO_LONG_MS) return whole;
  if (whole <= RATIO * timed(PUMPED_LENGTH / PART)) return null;
  // A bounded repetition grows so until its bound is reached, and no further.
  return timed(PUMPED_LENGTH * PART) > RATIO * whole ? whole : null;
}

function timeOf(regex: RegExp, text: string): number {
  const startedAt = performance.now();
  if (regex.global) for (const match of text.matchAll(regex)) void match;
  else regex.exec(text);
  return performance.now() - startedAt;
}

/** Park and Miller's generator: the same draws in every run. */
function seededDraw(): Draw {
  let state = 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
