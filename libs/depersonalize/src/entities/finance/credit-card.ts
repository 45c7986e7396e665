import { confidence } from '../../document/match';
import { type EntityKind, digitsOnly, kindWords } from '../entity-kind';
import { withCheck } from '../../fakes/fake';
import { luhnDigit, passesLuhn } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';
import type { GroupedNumber } from '../../document/find-grouped';
import { numberSigns } from '../../text/number-signs';

const { blank, dash, lineBreak, notAfter, notBefore } = numberSigns;
const GAP = `(?:${blank}{1,2}|${dash}|\\.|${lineBreak})`;
const groups = `\\d{4}${GAP}\\d{4}${GAP}\\d{4}${GAP}\\d{4}(?:${GAP}\\d{3}(?!\\d))?`;
const long = `\\d{4}${GAP}\\d{6}${GAP}\\d{4,5}`;

/** Payment cards of 12 to 19 digits: Luhn and a known first digit, or the word “card” before them. */
const detectCreditCard = findByPattern({
  type: 'CREDIT_CARD',
  digits: 12,
  pattern: new RegExp(`(?=\\d)${notAfter}(?:${groups}|${long}|\\d{12,19})${notBefore}`, 'gu'),
  judge: ({ text, digits, label, document }) => {
    if (label === 'OTHER') return 0;
    if (label !== 'CREDIT_CARD' && document.vocabulary.announcesDigits(label, 16)) return 0;
    if (!passesLuhn(digits)) return label === 'CREDIT_CARD' && isPlainlyWritten(text) ? confidence.weak : 0;
    if (label === 'CREDIT_CARD') return confidence.certain;
    return digits.length >= 14 && isIssued(digits) ? confidence.formed : 0;
  },
  grouped: { counts: [15, 16, 18, 19], judge: judgeGrouped },
});

/** Without the word only what stands alone, in groups that nobody makes of sums and dates. */
function judgeGrouped({ digits, gaps, lengths, label, isAlone }: GroupedNumber): number {
  if (!isIssued(digits) || !passesLuhn(digits)) return 0;
  if (label === 'CREDIT_CARD') return confidence.shown;
  const isTidy = lengths.every((length) => length >= 4) && gaps.every((gap) => /^[ \u00a0-]$/.test(gap));
  return isTidy && isAlone && digits.length === 16 && label === null ? confidence.plausible : 0;
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

/** Keeps the digits that say which network it is of. */
const fakeCard = withCheck({
  isRight: passesLuhn,
  make: (random, digits) => {
    const kept = digits.startsWith('4') ? 1 : /^[26]/.test(digits) ? 4 : 2;
    const body = digits.slice(0, kept) + random.digits(Math.max(1, digits.length - kept - 1));
    return body + luhnDigit(body);
  },
});

/** Numbers of payment cards. */
export const creditCard: EntityKind = {
  detect: detectCreditCard,
  fake: fakeCard,
  normalise: digitsOnly,
  ...kindWords('credit-card'),
  markerWords: ['КАРТА', 'КРЕДИТНАЯ_КАРТА', 'БАНКОВСКАЯ_КАРТА'],
  traits: { digits: [12, 13, 14, 15, 16, 17, 18, 19] },
};
