import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { longNumber } from '../long-number';
import { redrawNumbered } from '../../fakes/redraw-numbered';
import { findByPattern } from '../../document/find-by-pattern';
import { numberSigns } from '../../text/number-signs';

const { blank, dash, lineBreak, numberWord } = numberSigns;

/** «свидетельство о смерти …» */
const ofOther =
  /(?<!\p{L})о(?:б)?[ \u00a0](?:смерт|брак|заключени|расторж|перемен|установлени|усыновлени)[^\d\n]{0,32}$/iu;

/** Russian birth certificates: a Roman number, two letters, six digits («IV-ЖТ 490206»). */
const detectBirthCert = findByPattern({
  type: 'BIRTH_CERT',
  digits: 6,
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])[IVXLCІХ1-6]{1,7}(?:${blank}|${dash}){0,3}[А-ЯЁ]{2}(?:${blank}|[,-]|${lineBreak}){0,2}(?:${numberWord})?\\d{6}(?![\\d-])`,
    'giu',
  ),
  judge: ({ text, start, label, document }) => {
    if (ofOther.test(document.text.slice(Math.max(0, start - 48), start))) return 0;
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
  labels: {
    words: String.raw`
    св(?:ид(?:етельств[а-яё]*|-?во)?|-?в[оау])?\.?_о_рожд birth_cert`,
    others: String.raw`
    св(?:ид(?:етельств[а-яё]*|-?во)?|-?в[оау])\.?_о(?:б_|_(?!рожд))`,
    isOfDocument: true,
    hasSeries: true,
  },
  markerWords: [],
  traits: { owner: 'person', isGivenAtBirth: true, neverLooksLikePhone: true, provesPerson: longNumber },
};
