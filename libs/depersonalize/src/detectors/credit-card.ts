import { passesLuhn } from '../check-digits';
import { findByPattern } from '../find-by-pattern';
import type { GroupedNumber } from '../find-grouped';
import { numberSigns } from '../number-signs';

const { blank, dash, lineBreak, notAfter, notBefore } = numberSigns;
const GAP = `(?:${blank}{1,2}|${dash}|\\.|${lineBreak})`;
const groups = `\\d{4}${GAP}\\d{4}${GAP}\\d{4}${GAP}\\d{4}(?:${GAP}\\d{3}(?!\\d))?`;
const long = `\\d{4}${GAP}\\d{6}${GAP}\\d{4,5}`;

/** Payment cards of 12 to 19 digits: Luhn and a known first digit, or the word “card” before them. */
export const detectCreditCard = findByPattern({
  type: 'CREDIT_CARD',
  pattern: new RegExp(`${notAfter}(?:${groups}|${long}|\\d{12,19})${notBefore}`, 'gu'),
  judge: ({ text, digits, label }) => {
    if (label === 'OTHER' || label === 'MEDICAL_ID') return 0;
    if (!passesLuhn(digits)) return label === 'CREDIT_CARD' && isPlainlyWritten(text) ? 0.6 : 0;
    if (label === 'CREDIT_CARD') return 0.98;
    return digits.length >= 14 && isIssued(digits) ? 0.85 : 0;
  },
  grouped: { counts: [15, 16, 18, 19], judge: judgeGrouped },
});

/** Without the word only what stands alone, in groups that nobody makes of sums and dates. */
function judgeGrouped({ digits, gaps, lengths, label, isAlone }: GroupedNumber): number {
  if (!isIssued(digits) || !passesLuhn(digits)) return 0;
  if (label === 'CREDIT_CARD') return 0.9;
  const isTidy = lengths.every((length) => length >= 4) && gaps.every((gap) => /^[ \u00a0-]$/.test(gap));
  return isTidy && isAlone && digits.length === 16 && label === null ? 0.7 : 0;
}

/** First digits of the networks that issue cards. */
function isIssued(digits: string): boolean {
  // Fifteen digits are American Express; other networks have sixteen, devices fifteen.
  if (digits.length === 15) return /^3[47]/.test(digits);
  return /^(?:4|5[0-8]|6\d|3[04-9]|2[0-7])/.test(digits) && !/^(\d)\1+$/.test(digits);
}

/** Fifteen digits or more, in one run or in groups with the same sign between them. */
function isPlainlyWritten(text: string): boolean {
  const gaps = new Set(text.match(/\D+/g));
  return text.replace(/\D/g, '').length >= 15 && gaps.size <= 1;
}
