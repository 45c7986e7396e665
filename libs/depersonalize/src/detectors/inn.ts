import { isPersonalInn } from '../check-digits';
import { findByPattern } from '../find-by-pattern';
import { numberSigns } from '../number-signs';

const { notAfter, notBefore } = numberSigns;

/** Taxpayer numbers of people: 12 digits, two of them check digits. Those of firms have ten and are left alone. */
export const detectInn = findByPattern({
  type: 'INN',
  pattern: new RegExp(
    `(?:${notAfter}|(?<=(?<!\\p{L})инн))\\d{2,4}([ \\u00a0-]?)\\d{2,4}\\1\\d{4,6}(?:\\1\\d{2})?${notBefore}(?! \\d)`,
    'giu',
  ),
  judge: ({ digits, label }) => {
    if (digits.length !== 12) return 0;
    if (label === 'INN') return isPersonalInn(digits) ? 1 : 0.7;
    if (!isPersonalInn(digits) || label === 'OTHER') return 0;
    return label === null ? 0.83 : 0.7;
  },
  grouped: {
    counts: [12],
    judge: ({ digits, label }) => (label === 'INN' && isPersonalInn(digits) ? 0.9 : 0),
  },
});
