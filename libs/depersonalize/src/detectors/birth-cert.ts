import { findByPattern } from '../find-by-pattern';
import { numberSigns } from '../number-signs';

const { blank, dash, lineBreak, numberWord } = numberSigns;

/** «свидетельство о смерти …» */
const ofOther =
  /(?<!\p{L})о(?:б)?[ \u00a0](?:смерт|брак|заключени|расторж|перемен|установлени|усыновлени)[^\d\n]{0,32}$/iu;

/** Russian birth certificates: a Roman number, two letters, six digits («IV-ЖТ 490206»). */
export const detectBirthCert = findByPattern({
  type: 'BIRTH_CERT',
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])[IVXLCІХ1-6]{1,7}(?:${blank}|${dash}){0,3}[А-ЯЁ]{2}(?:${blank}|[,-]|${lineBreak}){0,2}(?:${numberWord})?\\d{6}(?![\\d-])`,
    'giu',
  ),
  judge: ({ text, start, label, document }) => {
    if (ofOther.test(document.text.slice(Math.max(0, start - 48), start))) return 0;
    if (label === 'BIRTH_CERT') return 1;
    return /^[IVXLCІХ1]+ ?- ?[А-ЯЁ]{2}/.test(text) && label !== 'OTHER' ? 0.9 : 0;
  },
});
