import { nhsCheck } from '../check-digits';
import { findByPattern } from '../find-by-pattern';

/** British NHS numbers: ten digits, the last one a check digit; without the word they look like telephone numbers. */
export const detectUkNhs = findByPattern({
  type: 'UK_NHS',
  pattern: /(?<![\d.+-])\d{3}([ -]?)\d{3}\1\d{4}(?![\d-]|\.\d)/g,
  judge: ({ digits, label }) => {
    if (label !== 'UK_NHS') return 0;
    return digits[9] === nhsCheck(digits.slice(0, 9)) ? 1 : 0.7;
  },
});
