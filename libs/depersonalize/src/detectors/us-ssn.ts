import { findByPattern } from '../find-by-pattern';

/** American social security numbers. Areas 000, 666 and 9xx, group 00 and serial 0000 are never given out. */
export const detectUsSsn = findByPattern({
  type: 'US_SSN',
  pattern: /(?<![\d.+-])(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}(?![\d-]|[.,]\d)/g,
  judge: ({ text, label }) => {
    if (label === 'US_SSN') return 0.98;
    return text.includes('-') && label !== 'OTHER' ? 0.86 : 0;
  },
});
