import { passesLuhn } from '../check-digits';
import { findByPattern } from '../find-by-pattern';

/** Payment cards of 12 to 19 digits: Luhn and a known first digit, or the word “card” before them. */
export const detectCreditCard = findByPattern({
  type: 'CREDIT_CARD',
  pattern:
    /(?<![\d.,+-]|\d )(?:\d{4}([ \u00a0-])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}[ \u00a0-]\d{6}[ \u00a0-]\d{4,5}|\d{12,19})(?![\d-]|[.,]\d)/g,
  judge: ({ digits, label }) => {
    if (label === 'OTHER' || label === 'MEDICAL_ID') return passesLuhn(digits) && label === 'OTHER' ? 0.4 : 0;
    if (!passesLuhn(digits)) return label === 'CREDIT_CARD' && digits.length >= 15 ? 0.6 : 0;
    if (label === 'CREDIT_CARD') return 0.98;
    return digits.length >= 14 && isIssued(digits) ? 0.85 : 0;
  },
});

/** First digits of the networks that issue cards. */
function isIssued(digits: string): boolean {
  return /^(?:4|5[0-8]|6[0-9]|3[04-9]|2[0-7])/.test(digits) && !/^(\d)\1+$/.test(digits);
}
