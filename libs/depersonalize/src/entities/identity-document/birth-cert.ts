import { confidence } from '../../document/match';
import { type EntityKind, kindWords, longNumber } from '../entity-kind';
import { type Fake, redrawNumbered } from '../../fakes/fake';
import { findByPattern } from '../../document/find-by-pattern';
import { numberSigns } from '../../text/number-signs';
import { textBefore } from '../../text/spans';

const { blank, dash, lineBreak, numberWord } = numberSigns;

/** «свидетельство о смерти …» */
const ofOther =
  /(?<!\p{L})об?[ \u00a0](?:смерт|брак|заключени|расторж|перемен|установлени|усыновлени)[^\d\n]{0,32}$/iu;

/** Russian birth certificates: a Roman number, two letters, six digits («IV-ЖТ 490206»). */
const detectBirthCert = findByPattern({
  type: 'BIRTH_CERT',
  digits: 6,
  pattern: new RegExp(
    `(?=[IVXLCІХ1-6])(?<![\\p{L}\\d-])[IVXLCІХ1-6]{1,7}(?:${blank}|${dash}){0,3}[А-ЯЁ]{2}(?:${blank}|[,-]|${lineBreak}){0,2}(?:${numberWord})?\\d{6}(?![\\d-])`,
    'giu',
  ),
  judge: ({ text, start, label, document }) => {
    if (ofOther.test(textBefore(document.text, start, 48))) return 0;
    if (label === 'BIRTH_CERT') return confidence.certain;
    return /^[IVXLCІХ1]+ ?- ?[А-ЯЁ]{2}/.test(text) && label !== 'OTHER' ? confidence.shown : 0;
  },
});

/** The Roman number stays: other signs mean nothing there. */
const fakeBirthCert: Fake = (written, { random }) => {
  const roman = /^[IVXLCІХ1ivxlcіх]{1,7}(?=[\s–—-]*[А-ЯЁа-яё]{2})/u.exec(written)?.[0] ?? '';
  return roman + redrawNumbered(written.slice(roman.length), random);
};

/** Numbers of birth certificates. */
export const birthCert: EntityKind = {
  detect: detectBirthCert,
  fake: fakeBirthCert,
  ...kindWords('birth-cert', { isOfDocument: true, hasSeries: true }),
  markerWords: [],
  traits: { owner: 'person', isGivenAtBirth: true, neverLooksLikePhone: true, provesPerson: longNumber },
};
