import { ibanRemainder } from '../check-digits';
import type { Detector, Finding } from '../detector';

/** Length by country (SWIFT registry). */
const lengths: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28,
  CZ: 24, DE: 22, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18,
  GR: 27, GT: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LI: 21,
  LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, PK: 24, PL: 28,
  PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24, SC: 31, SE: 24, SI: 19, SK: 24, SM: 27, TN: 24, TR: 26,
  UA: 29, VA: 22, VG: 24, XK: 20,
}; // prettier-ignore

/** Letters alone are a sentence: “is12…” */
const DIGITS_MIN = 10;

const headPattern = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[ \u00a0\r\n-]{0,2}[A-Z0-9])/giu;

/** International bank account numbers: country, its length, and the remainder by 97. */
export const detectIban: Detector = ({ text, labelBefore }) => {
  const found: Finding[] = [];
  for (const { 0: head, index } of text.matchAll(headPattern)) {
    const length = lengths[head.slice(0, 2).toUpperCase()];
    if (length === undefined) continue;
    const { compact, end } = readCompact(text, index, length);
    if (compact.length < length || /[A-Z0-9]/i.test(text[end] ?? '')) continue;
    const isRight = ibanRemainder(compact) === 1 && compact.replace(/\D/g, '').length >= DIGITS_MIN;
    // With a wrong remainder only what is written as one: capitals, whole.
    const isNamed = labelBefore(index) === 'BANK_ACCOUNT' && head === head.toUpperCase();
    if (isRight || isNamed) found.push({ start: index, end, type: 'IBAN', score: isRight ? 0.99 : 0.6 });
  }
  return found;
};

/** The next `length` letters and digits in capitals, over blanks, hyphens and line ends, and where they end. */
function readCompact(text: string, start: number, length: number): { compact: string; end: number } {
  let compact = '';
  let at = start;
  while (compact.length < length) {
    const char = text.charAt(at);
    if (/^[A-Z0-9]$/i.test(char)) compact += char.toUpperCase();
    else if (!/^[ \u00a0\n\r-]$/.test(char) || !/^[ \n]?[A-Z0-9]/i.test(text.slice(at + 1, at + 3))) break;
    at += 1;
  }
  return { compact, end: at };
}
