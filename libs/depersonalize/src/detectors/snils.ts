import { isSnils } from '../check-digits';
import { findByPattern } from '../find-by-pattern';
import { numberSigns } from '../number-signs';

const { blank, dash, notBefore } = numberSigns;

/** Russian insurance numbers (SNILS): 112-233-445 95, with two check digits. */
export const detectSnils = findByPattern({
  type: 'SNILS',
  pattern: new RegExp(
    `(?<![\\d+-])\\d{3}(${blank}|${dash}|)\\d{3}\\1\\d{3}(?:${blank}|${dash})?\\d{2}${notBefore}`,
    'g',
  ),
  judge: ({ text, digits, label }) => {
    if (label === 'SNILS') return isSnils(digits) ? 1 : 0.75;
    const isWritten = /^\d{3}-\d{3}-\d{3}/.test(text);
    if (label === 'OTHER' || label === 'PHONE') return isWritten && isSnils(digits) ? 0.8 : 0.3;
    if (!isSnils(digits)) return isWritten && /[ -]\d\d$/.test(text) ? 0.6 : 0;
    if (isWritten) return 0.96;
    return /^[78]/.test(digits) ? 0.55 : 0.82;
  },
  grouped: { counts: [11], judge: ({ digits, label }) => (label === 'SNILS' && isSnils(digits) ? 0.9 : 0) },
});
