import { findByPattern } from '../find-by-pattern';

/** Driving licences, which look like passports: only after words that name them. British ones by their form. */
export const detectDriverLicence = findByPattern({
  type: 'DRIVER_LICENCE',
  pattern:
    /(?<![\p{L}\d.,+-])(?:\d{2}[ \u00a0]?(?:\d{2}|[АВЕКМНОРСТУХ]{2})[ \u00a0]?(?:№[ \u00a0]?)?\d{6}|[A-Z9]{5}\d{6}[A-Z9]{2}\d[A-Z]{2}|[A-Z]{1,2}\d{5,12}|\d{7,9})(?![\p{L}\d-])/gu,
  judge: ({ text, label }) => {
    if (/^[A-Z9]{5}\d{6}[A-Z9]{2}\d[A-Z]{2}$/.test(text)) return 0.9;
    return label === 'DRIVER_LICENCE' ? 0.98 : 0;
  },
});
