import type { Detector } from '../detector';
import { findByPattern } from '../find-by-pattern';
import { findCardFields } from '../papers/find-card-fields';
import { isOfDriver } from '../papers/is-of-driver';
import { numberSigns } from '../number-signs';
import { seriesGroups } from '../series-groups';

const { blank, lineBreak, numberWord } = numberSigns;
const russian = `\\d{2}(?:${blank}|-)?(?:\\d{2}|[А-ЯЁа-яё]{2})(?:${blank}|[,./-]|${lineBreak}){0,2}(?:${numberWord})?\\d{6}`;
const british = '[A-Z9]{5}[ ]?\\d{6}[ ]?[A-Z9]{2}[ ]?[A-Z\\d]{3}(?:[ ]\\d\\d)?';
/** Belarus and Kazakhstan. */
const neighbours = '\\d?[А-ЯЁ]{2}[ ]?\\d{6}';
/** India: the state, its office, the year and seven digits. */
const indian = '[A-Z]{2}[ -]?\\d{2}[ -]?(?:19|20)\\d{2}[ -]?\\d{7}';
/** American states: a letter or two and digits, digits alone, groups of either. */
const american =
  '[A-Z]\\d{4}[ -]\\d{5}[ -]\\d{5}|[A-Z][ -]\\d{3}(?:[ -]\\d{2,3}){3}|[A-Z]{3,7}\\d{3}[A-Z\\d]{2}|WDL[A-Z\\d]{9}|[A-Z]{1,2}\\d{5,14}|[A-Z]?\\d{2,4}(?:[- ]\\d{2,4}){2,3}(?:-\\d)?|[A-Z]\\d{3}(?:-\\d{3,4}){2}|\\d{7,9}';

const russianForm = new RegExp(`^${russian}$`, 'u');

/** Driving licences, which look like passports: only after words that name them. British ones by their form. */
export const detectDriverLicence: Detector = (document) => [
  ...findNamed(document),
  ...findCardFields(document.text, 'DRIVER_LICENCE'),
];

const findNamed = findByPattern({
  type: 'DRIVER_LICENCE',
  pattern: new RegExp(
    `(?<![\\p{L}\\d.+-]|(?<![\\d./-])\\d{1,3},)(?:${british}|${russian}|${neighbours}|${indian}|${american})(?![\\p{L}\\d-])`,
    'gu',
  ),
  judge: ({ text, start, end, label, document }) => {
    if (/^[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z\d]{3}(?: \d\d)?$/.test(text) && /^[A-Z]/.test(text))
      return label === 'OTHER' ? 0 : 0.9;
    if (label !== 'DRIVER_LICENCE') {
      const mayBe = label === null || label === 'PASSPORT';
      return mayBe && russianForm.test(text) && isOfDriver(document.text, start, end) ? 0.98 : 0;
    }
    // Among Russian words the groups of an American one are those of a telephone number.
    return document.language === 'ru' && /^\d{2,4}[- ]\d{2,4}[- ]\d/.test(text) && !/\d{6}$/.test(text)
      ? 0
      : 0.98;
  },
  grouped: seriesGroups('DRIVER_LICENCE'),
});
