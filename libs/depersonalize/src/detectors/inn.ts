import { isPersonalInn } from '../check-digits';
import { findByPattern } from '../find-by-pattern';

/** Taxpayer numbers of people: 12 digits, two of them check digits. Those of firms have ten and are left alone. */
export const detectInn = findByPattern({
  type: 'INN',
  pattern: /(?<![\d.,+-]|\d )\d{4}([ \u00a0]?)\d{4}\1\d{4}(?![\d-]|[.,]\d| \d)/g,
  judge: ({ digits, label }) => {
    if (label === 'INN') return isPersonalInn(digits) ? 1 : 0.7;
    if (!isPersonalInn(digits) || label === 'OTHER') return 0;
    return label === null ? 0.83 : 0.7;
  },
});
