import { type Detector, type Match, confidence } from '../../document/match';
import type { EntityKind } from '../entity-kind';
import { type Fake, redraw, replaceSigns } from '../../fakes/fake';
import { matchInSpans } from '../../text/spans';
import { ibanRemainder } from '../../text/check-digits';

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
const detectIban: Detector = ({ text, labelBefore, spansOf }) => {
  const found: Match[] = [];
  for (const { written: head, start: index } of matchInSpans(text, spansOf(2), headPattern)) {
    const length = lengths[head.slice(0, 2).toUpperCase()];
    if (length === undefined) continue;
    const { compact, end } = readCompact(text, index, length);
    if (compact.length < length || /[A-Z0-9]/i.test(text[end] ?? '')) continue;
    const isRight = ibanRemainder(compact) === 1 && compact.replace(/\D/g, '').length >= DIGITS_MIN;
    // With a wrong remainder only what is written as one: capitals, whole.
    const isNamed = labelBefore(index) === 'BANK_ACCOUNT' && head === head.toUpperCase();
    if (isRight || isNamed)
      found.push({ start: index, end, type: 'IBAN', score: isRight ? confidence.certain : confidence.weak });
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

/** Keeps country and form. */
const fakeIban: Fake = (written, { random }) => {
  const compact = written.replace(/[^A-Za-z\d]/g, '');
  const isRight = ibanRemainder(compact) === 1;
  const country = compact.slice(0, 2);
  const body = redraw(compact.slice(4).toUpperCase(), random);
  const right = 98 - ibanRemainder(`${country}00${body}`);
  const check = isRight ? right : ((right + random.below(90)) % 97) + 2;
  const spoilt = !isRight && check === right ? check + 1 : check;
  return replaceSigns(written, country + String(spoilt).padStart(2, '0') + body);
};

/** International bank account numbers. */
export const iban: EntityKind = {
  detect: detectIban,
  fake: fakeIban,
  markerWords: [],
};
