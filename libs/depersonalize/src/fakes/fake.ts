/** What of a text a fake has to go with. */
export interface FakeSetting {
  random: Random;
  isRussian: boolean;
  /** Bank codes of the text: a Russian account number is checked together with one of them. */
  bankCodes: readonly string[];
  /** Many values of the usual range are taken. */
  isCrowded: boolean;
}

/** Makes a value of the same kind, written the same way. The same chance gives the same value in another way of writing. */
export type Fake = (written: string, setting: FakeSetting) => string;

/** A seeded source of chance. */
export interface Random {
  /** An integer from 0 up to `below`, itself excluded. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** That many digits; the first one not 0. */
  digits(length: number): string;
}

/** Mulberry32: small, fast, good enough to draw fakes; no secret may rest on it. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(items: readonly T[]): T => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('cannot pick from an empty list');
      return item;
    },
    digits: (length) => Array.from({ length }, (_, i) => String(i === 0 ? below(9) + 1 : below(10))).join(''),
  };
}

/** Put digits into the places where a written value has digits; everything else stays as written. */
export function replaceDigits(written: string, digits: string): string {
  let at = 0;
  return written.replace(/\d/g, (old) => {
    const digit = digits[at] ?? old;
    at += 1;
    return digit;
  });
}

/** Put letters and digits, one by one, into the places where a written value has them; letters keep their case. */
export function replaceSigns(written: string, signs: string): string {
  let at = 0;
  return written.replace(/[\p{L}\d]/gu, (old) => {
    const sign = signs[at] ?? old;
    at += 1;
    if (/\d/.test(old)) return sign;
    return old === old.toLowerCase() ? sign.toLowerCase() : sign.toUpperCase();
  });
}

/** Letters that no document leaves out: neither I, O, Q nor what the other alphabet lacks. */
const letters: readonly (readonly [RegExp, string])[] = [
  [/\d/u, '0123456789'],
  [/[A-Z]/u, 'ABCDEFGHJKLMNPRSTUVWXYZ'],
  [/[a-z]/u, 'abcdefghjkmnpqrstuvwxyz'],
  [/[А-ЯЁ]/u, 'АВЕКМНОРСТУХ'],
  [/[а-яё]/u, 'авекмнорстух'],
];

/** Draw every digit and letter anew from its own alphabet: the shape stays, the value goes. */
export function redraw(written: string, random: Random): string {
  return [...written]
    .map((char) => {
      const alphabet = letters.find(([kind]) => kind.test(char))?.[1];
      return alphabet === undefined ? char : random.pick([...alphabet]);
    })
    .join('');
}

/** As many digits as a value has, drawn anew. */
export function digitsOf(written: string): string {
  return written.replace(/\D/g, '');
}

/** Redraw all but words like «номер», «серия», «№». */
export function redrawNumbered(written: string, random: Random): string {
  return written
    .split(/(\p{L}{3,}|No\.?)/u)
    .map((part, i) => (i % 2 === 1 && !/^[A-Z]{4,}$/.test(part) ? part : redraw(part, random)))
    .join('');
}

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

/** A name in the capitals of the original. */
export function likeWritten(original: string, name: string): string {
  const tail = /(?<=.)['’]s$/iu.exec(original)?.[0] ?? '';
  const letters = original.slice(0, original.length - tail.length);
  // Chinese has no capitals.
  if (letters.toLowerCase() === letters.toUpperCase()) return name + tail;
  if (letters === letters.toLowerCase()) return name.toLowerCase() + tail;
  const isShouted = letters.length > 1 && letters === letters.toUpperCase();
  return (isShouted ? name.toUpperCase() : name) + tail;
}
