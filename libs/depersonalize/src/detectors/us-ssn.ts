import { findByPattern } from '../find-by-pattern';

/** American social security numbers. Areas 000, 666 and 9xx, group 00 and serial 0000 are never given out. */
export const detectUsSsn = findByPattern({
  type: 'US_SSN',
  pattern: /(?<![\d.+-])\d{3}([- \u00a0.–]?)\d{2}\1\d{4}(?![\d-]|\.\d)/g,
  judge: ({ text, label }) => {
    if (label === 'US_SSN') return 0.98;
    return isGivenOut(text) && label !== 'OTHER' ? 0.86 : 0;
  },
});

function isGivenOut(text: string): boolean {
  return /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(text);
}
