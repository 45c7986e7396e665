import { findByPattern } from '../find-by-pattern';

/** American taxpayer numbers of those without a social security number: 9xx, then a group of 50 to 99. */
export const detectUsItin = findByPattern({
  type: 'US_ITIN',
  pattern: /(?<![\d.+-])9\d{2}([- \u00a0]?)(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\1\d{4}(?![\d-]|\.\d)/g,
  judge: ({ text, label }) => {
    if (label === 'US_ITIN') return 0.98;
    return text.includes('-') && label !== 'OTHER' && label !== 'US_SSN' ? 0.86 : 0;
  },
});
