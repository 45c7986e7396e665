import { confidence } from '../../document/confidence';
import { longNumber } from '../long-number';
import type { EntityKind } from '../entity-kind';
import { digitsOnly } from '../normalise';
import { withCheck } from '../../fakes/with-check';
import { isSnils, snilsCheck } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';
import { numberSigns } from '../../text/number-signs';

const { blank, dash, notBefore } = numberSigns;

/** Russian insurance numbers (SNILS): 112-233-445 95, with two check digits. */
const detectSnils = findByPattern({
  type: 'SNILS',
  digits: 11,
  pattern: new RegExp(
    `(?<![\\d+-])\\d{3}(${blank}|${dash}|)\\d{3}\\1\\d{3}(?:${blank}|${dash})?\\d{2}${notBefore}`,
    'g',
  ),
  judge: ({ text, digits, label, document }) => {
    if (label === 'SNILS') return isSnils(digits) ? confidence.certain : confidence.confirmed;
    const isWritten = /^\d{3}-\d{3}-\d{3}/.test(text);
    if (label === 'OTHER' || document.vocabulary.announcesDigits(label, 11))
      return isWritten && isSnils(digits) ? confidence.likely : confidence.guess;
    if (!isSnils(digits)) return isWritten && /[ -]\d\d$/.test(text) ? confidence.weak : 0;
    if (isWritten) return confidence.stated;
    return /^[78]/.test(digits) ? confidence.faint : confidence.likely;
  },
  grouped: {
    counts: [11],
    judge: ({ digits, label }) => (label === 'SNILS' && isSnils(digits) ? confidence.shown : 0),
  },
});

const fakeSnils = withCheck({
  isRight: isSnils,
  make: (random) => {
    const body = random.digits(9);
    return body + snilsCheck(body);
  },
});

/** Numbers of the Russian pension insurance. */
export const snils: EntityKind = {
  detect: detectSnils,
  fake: fakeSnils,
  normalise: digitsOnly,
  labels: {
    words: 'снилс страхов[а-яё]+_(?:номер|свидетельств) пенсионн snils',
    isOfDocument: true,
  },
  columnHeads: {
    whole: 'snils снилс pension_insurance',
  },
  markerWords: ['СНИЛС'],
  traits: { owner: 'person', provesPerson: longNumber },
};
