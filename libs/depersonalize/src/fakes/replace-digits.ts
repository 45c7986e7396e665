import type { Random } from './random';

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
