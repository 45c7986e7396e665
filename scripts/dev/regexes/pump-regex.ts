import { sampleMatches, type Draw } from './sample-match';

const SAMPLES = 8;
const CUTS = 3;
const LONGEST_CUT = 12;
/** Length of the longest text, in UTF-16 units. */
export const PUMPED_LENGTH = 20_000;
const SHORT_LENGTHS = [24, 200, 2_000];
/** Faster than this is never a fault, in ms. */
const SHORT_MS = 25;
/** Eight times the text takes 8 times as long when time is linear, 64 times when it is quadratic. */
const PART = 8;
const RATIO = 24;
/** Four times the text takes 4 times as long when time is linear, 16 times when it is quadratic. */
const BEYOND = 4;
const RATIO_BEYOND = 10;
const TOO_LONG_MS = 1_000;

/** A text on which an expression is slow, with the processor time it takes. */
export interface Pumped {
  unit: string;
  milliseconds: number;
}

/**
 * Time an expression on repeated fragments of near matches. Returns the first text for which time grows faster than
 * length; null when there is none. Deterministic: the same texts in every run.
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

/** The sample, its fragments and its single characters, each after its prefix. */
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

/** Texts of growing length, so that an exponential one is noticed while it is short. */
function slowness(regex: RegExp, textOf: (length: number) => string): number | null {
  // The fastest of three runs: a cold cache and a shared core only add time.
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
  // A bounded repetition grows like this only until its bound is reached.
  return timed(PUMPED_LENGTH * BEYOND) > RATIO_BEYOND * whole ? whole : null;
}

/** Milliseconds of processor time: those that other programs take do not count. */
function timeOf(regex: RegExp, text: string): number {
  const before = process.cpuUsage();
  if (regex.global) {
    const matches = text.matchAll(regex);
    while (matches.next().done !== true);
  } else regex.exec(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Park and Miller's generator: the same draws in every run. */
function seededDraw(): Draw {
  let state = 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
