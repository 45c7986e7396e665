import type { Random } from './random';
import type { Fake } from './fake';
import { digitsOf, replaceDigits, redraw } from './replace-digits';

/** How a number with check digits is made. */
interface Checked {
  isRight: (digits: string) => boolean;
  /** A right one, drawn anew; the original says what is kept. */
  make: (random: Random, digits: string) => string;
}

/** Right check digits where the original had them, wrong ones where it had not. */
export function withCheck({ isRight, make }: Checked): Fake {
  return (written, { random }) => {
    const digits = digitsOf(written);
    const made = make(random, digits);
    if (isRight(digits)) return replaceDigits(written, made);
    if (made.length !== digits.length) return redraw(written, random);
    return replaceDigits(written, spoil(made, random, isRight));
  };
}

function spoil(right: string, random: Random, isRight: (digits: string) => boolean): string {
  const last = Number(right.slice(-1));
  const step = 1 + random.below(9);
  for (let i = 0; i < 10; i += 1) {
    const wrong = right.slice(0, -1) + String((last + step + i) % 10);
    if (!isRight(wrong)) return wrong;
  }
  return right;
}

/** The number of a Russian region, two digits. */
export const regionOf = (random: Random): string => String(1 + random.below(89)).padStart(2, '0');
