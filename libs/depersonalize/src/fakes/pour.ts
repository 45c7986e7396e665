import type { Random } from '../random';

/** Put digits into the places where a written value has digits; everything else stays as written. */
export function pourDigits(written: string, digits: string): string {
  let at = 0;
  return written.replace(/\d/g, (old) => {
    const digit = digits[at] ?? old;
    at += 1;
    return digit;
  });
}

const alphabets = [
  '0123456789',
  'ABCDEFGHJKLMNPRSTUVWXYZ',
  'abcdefghjkmnpqrstuvwxyz',
  'АВЕКМНОРСТУХ',
  'авекмнорстух',
];

/** Draw every digit and letter anew from its own alphabet: the shape stays, the value goes. */
export function redraw(written: string, random: Random): string {
  return [...written]
    .map((char) => {
      const alphabet = alphabets.find((letters) => letters.includes(char));
      if (alphabet !== undefined) return random.pick([...alphabet]);
      if (/[А-ЯЁ]/u.test(char)) return random.pick([...'АВЕКМНОРСТУХ']);
      return char;
    })
    .join('');
}
