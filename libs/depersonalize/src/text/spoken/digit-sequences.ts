import type { Span } from '../spans';
import type { SpokenNumber } from './read-numbers';

/** Numbers said one behind the other that may be one: a telephone, a card, a date. */
export interface DigitSequence extends Span {
  numbers: readonly SpokenNumber[];
  /** All digits in order. */
  digits: string;
  /** One of them at least is in words. */
  isSpoken: boolean;
}

const NUMBERS_MAX = 40;

/** The sequences of a text, in order: numbers with nothing but pauses and fillers between; counts and ordinals stand alone. */
export function digitSequences(numbers: readonly SpokenNumber[]): DigitSequence[] {
  const sequences: SpokenNumber[][] = [];
  for (const number of numbers) {
    const current = sequences.at(-1);
    const last = current?.at(-1);
    const isNext =
      number.follows !== null &&
      current !== undefined &&
      last !== undefined &&
      current.length < NUMBERS_MAX &&
      !isAlone(last) &&
      !isAlone(number);
    if (isNext) current.push(number);
    else sequences.push([number]);
  }
  return sequences.map(toSequence);
}

function isAlone({ isCount, ordinal, digits }: SpokenNumber): boolean {
  return isCount || ordinal !== null || digits.length > 6;
}

/** The sequence of some numbers. */
export function toSequence(numbers: readonly SpokenNumber[]): DigitSequence {
  return {
    numbers,
    start: numbers[0]?.start ?? 0,
    end: numbers.at(-1)?.end ?? 0,
    digits: numbers.map(({ digits }) => digits).join(''),
    isSpoken: numbers.some(({ language }) => language !== null),
  };
}

const COUNTED_MIN = 4;

/** Whether somebody counts up or down: «восемь, девять, десять, одиннадцать». */
export function isCounting({ numbers }: DigitSequence): boolean {
  if (numbers.length < COUNTED_MIN) return false;
  const values = numbers.map(({ digits }) => Number(digits));
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  if (Math.abs(step) !== 1 && Math.abs(step) !== 10) return false;
  return values.every((value, i) => i === 0 || value - (values[i - 1] ?? 0) === step);
}
