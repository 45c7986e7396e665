import { findByPattern } from '../find-by-pattern';

/** Russian military identity cards: two letters and seven digits («АС 5816420»). */
export const detectMilitaryId = findByPattern({
  type: 'MILITARY_ID',
  pattern: /(?<![\p{L}\d-])[А-ЯЁ]{2}[ \u00a0-]?(?:№[ \u00a0]?)?\d{7}(?![\p{L}\d-])/gu,
  judge: ({ label }) => (label === 'MILITARY_ID' ? 0.98 : label === 'OTHER' ? 0 : 0.6),
});
