import { findByPattern } from '../find-by-pattern';
import { numberSigns } from '../number-signs';

const { blank, dash, lineBreak, numberWord } = numberSigns;

/** Russian birth certificates: a Roman number, two letters, six digits («IV-ЖТ 490206»). */
export const detectBirthCert = findByPattern({
  type: 'BIRTH_CERT',
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])[IVXLCІХ1]{1,7}(?:${blank}|${dash}){0,3}[А-ЯЁ]{2}(?:${blank}|[,-]|${lineBreak}){0,2}(?:${numberWord})?\\d{6}(?![\\d-])`,
    'giu',
  ),
  judge: ({ text, label }) => {
    if (label === 'BIRTH_CERT') return 1;
    return /^[IVXLCІХ1]+ ?- ?[А-ЯЁ]{2}/.test(text) && label !== 'OTHER' ? 0.9 : 0;
  },
});
