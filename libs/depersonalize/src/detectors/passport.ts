import { findByPattern } from '../find-by-pattern';

/**
 * Passports. Russian: series of four digits (region and year of the form) and number of six; for travel two and
 * seven. Others (nine digits, a letter and eight) only after the word.
 */
export const detectPassport = findByPattern({
  type: 'PASSPORT',
  pattern:
    /(?<![\p{L}\d.,+-]|\d )(?:\d{2}[ \u00a0]?\d{2}(?:[ \u00a0,;-]{0,2}(?:№|N|номер|ном\.)[ \u00a0]?|[ \u00a0-]{0,2})\d{6}|\d{2}[ \u00a0]?(?:№[ \u00a0]?)?\d{7}|[A-Z]\d{8})(?![\d-]|[.,]\d|[ \u00a0]\d{2})/gu,
  judge: ({ text, digits, label }) => {
    if (label === 'PASSPORT') return 0.97;
    if (digits.length !== 10 || !hasSeries(digits)) return 0;
    if (label === 'OTHER' || label === 'PHONE' || label === 'DRIVER_LICENCE' || label === 'INN') return 0;
    return /^\d{2} ?\d{2}[ \u00a0]\d{6}$/.test(text) || /№|номер/.test(text) ? 0.75 : 0;
  },
});

/** Region codes run from 01 to 99; forms were printed since 1997. */
function hasSeries(digits: string): boolean {
  const year = Number(digits.slice(2, 4));
  return digits.slice(0, 2) !== '00' && (year >= 97 || year <= 35);
}
