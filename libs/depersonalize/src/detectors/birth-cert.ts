import { findByPattern } from '../find-by-pattern';

/** Russian birth certificates: a Roman number, two letters, six digits («IV-ЖТ 490206»). */
export const detectBirthCert = findByPattern({
  type: 'BIRTH_CERT',
  pattern:
    /(?<![\p{L}\d-])[IVXLCІХ1]{1,7}[ ]?-[ ]?[А-ЯЁ]{2}[ \u00a0]?(?:№[ \u00a0]?|номер[ \u00a0])?\d{6}(?![\d-])/gu,
  judge: ({ label }) => (label === 'BIRTH_CERT' ? 1 : 0.9),
});
