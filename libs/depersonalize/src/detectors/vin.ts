import { vinCheck } from '../check-digits';
import { findByPattern } from '../find-by-pattern';

/** Vehicle identification numbers: 17 signs without I, O, Q, the last four digits. */
export const detectVin = findByPattern({
  type: 'VIN',
  pattern: /(?<![A-Za-z\d-])[A-HJ-NPR-Z0-9]{13}\d{4}(?![A-Za-z\d-])/gi,
  judge: ({ text: written, label }) => {
    const text = written.toUpperCase();
    const letters = text.replace(/\d/g, '').length;
    if (letters === 0) return label === 'VIN' ? 0.7 : 0;
    if (label === 'VIN') return 1;
    if (text !== written) return 0;
    if (letters >= 3 && text[8] === vinCheck(text)) return 0.95;
    return letters >= 5 && /^[A-Z]/.test(text) && label !== 'OTHER' ? 0.7 : 0;
  },
});
