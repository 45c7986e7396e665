import { isMedicalPolicy, passesLuhn } from '../check-digits';
import { findByPattern } from '../find-by-pattern';

const medicareForm =
  /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}$/;

/** Russian medical policies (16 digits), American Medicare (MBI) and DEA numbers. */
export const detectMedicalId = findByPattern({
  type: 'MEDICAL_ID',
  pattern:
    /(?<![\p{L}\d.+]|(?<!\p{L}{3})-|(?<![\d./-])\d{1,3},|\d )(?:\d{4}([ \u00a0-]?)\d{4}\1\d{4}\1\d{4}|\d[A-Z][A-Z0-9]\d-?[A-Z][A-Z0-9]\d-?[A-Z]{2}\d{2}|[A-Z][A-Z9]\d{7})(?![\p{L}\d]|\.\d| \d{4}(?!\d))/gu,
  judge: ({ text, digits, label }) => {
    if (digits.length === 16) {
      if (label === 'MEDICAL_ID') return isMedicalPolicy(digits) ? 1 : 0.75;
      return label === null && isMedicalPolicy(digits) && !passesLuhn(digits) ? 0.7 : 0;
    }
    if (medicareForm.test(text)) return 0.85;
    return /^[A-Z]{2}\d{7}$/.test(text) && isDea(digits) ? (label === 'MEDICAL_ID' ? 0.95 : 0.6) : 0;
  },
  grouped: {
    counts: [16],
    judge: ({ digits, gaps, label }) => {
      if (label !== 'MEDICAL_ID') return 0;
      if (isMedicalPolicy(digits)) return 0.9;
      return gaps.every((gap) => /^[ \u00a0-]$/.test(gap)) ? 0.7 : 0;
    },
  },
});

/** The last digit closes the sum of the first, third and fifth plus twice the second, fourth and sixth. */
function isDea(digits: string): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, check] = [...digits].map(Number);
  return digits.length === 7 && (a + c + e + 2 * (b + d + f)) % 10 === check;
}
