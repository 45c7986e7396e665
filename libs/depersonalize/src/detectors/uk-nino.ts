import { findByPattern } from '../find-by-pattern';

/** British national insurance numbers: QQ 12 34 56 C, without the prefixes that are not given out. */
export const detectUkNino = findByPattern({
  type: 'UK_NINO',
  pattern:
    /(?<![A-Za-z\d])(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]([ -]?)\d{2}\1\d{2}\1\d{2}\1[A-D](?![A-Za-z\d])/gi,
  judge: ({ text, label }) => {
    if (label === 'UK_NINO') return 1;
    return text === text.toUpperCase() && label !== 'OTHER' ? 0.9 : 0;
  },
});
