import { vinCheck } from '../check-digits';
import { findByPattern } from '../find-by-pattern';

/** Cyrillic letters that look like those of the alphabet of such numbers too. */
const SIGN = '[A-HJ-NPR-Z0-9АВЕКМНРСТУХ]';

/** «VIN», «идентификационный номер» */
const called = /vin|вин(?!\p{L})|идентификац/iu;

/** Vehicle identification numbers: 17 signs without I, O, Q, the last four digits. */
export const detectVin = findByPattern({
  type: 'VIN',
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])(?:${SIGN}{13}\\d{4}|${SIGN}{3}([ -])${SIGN}{6}\\1${SIGN}{4}\\d{4})(?![\\p{L}\\d-])`,
    'giu',
  ),
  judge: ({ text: written, start, label, document }) => {
    // Cyrillic letters and blanks only where it is called one.
    if (/[^A-Za-z\d]/.test(written)) return label === 'VIN' && /\p{L}/u.test(written) ? 0.95 : 0;
    const text = written.toUpperCase();
    const letters = text.replace(/\d/g, '').length;
    // What bodies and frames have of digits alone is any number.
    if (letters === 0)
      return label === 'VIN' && called.test(document.text.slice(Math.max(0, start - 32), start)) ? 0.7 : 0;
    if (label === 'VIN') return 1;
    if (text !== written) return 0;
    if (letters >= 3 && text[8] === vinCheck(text)) return 0.95;
    return letters >= 5 && /^[A-Z]/.test(text) && label !== 'OTHER' ? 0.7 : 0;
  },
});
