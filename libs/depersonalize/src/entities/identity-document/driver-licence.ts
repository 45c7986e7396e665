import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { longNumber } from '../long-number';
import { redraw } from '../../fakes/replace-digits';
import { redrawNumbered } from '../../fakes/redraw-numbered';
import type { Detector } from '../../document/detector';
import { findByPattern } from '../../document/find-by-pattern';
import { findCardFields } from '../../document/find-card-fields';
import { isOfDriver } from './is-of-driver';
import { numberSigns } from '../../text/number-signs';
import { seriesGroups } from './series-groups';

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
const detectDriverLicence: Detector = (document) => [
  ...findNamed(document),
  ...findCardFields(document.text, 'number').map((found) => ({ ...found, type: 'DRIVER_LICENCE' as const })),
];

const findNamed = findByPattern({
  type: 'DRIVER_LICENCE',
  pattern: new RegExp(
    `(?<![\\p{L}\\d.+-]|(?<![\\d./-])\\d{1,3},)(?:${british}|${russian}|${neighbours}|${indian}|${american})(?![\\p{L}\\d-])`,
    'gu',
  ),
  judge: ({ text, start, end, label, document }) => {
    if (/^[A-Z9]{5}\d{6}[A-Z9]{2}[A-Z\d]{3}(?: \d\d)?$/.test(text) && /^[A-Z]/.test(text))
      return label === 'OTHER' ? 0 : confidence.shown;
    if (label !== 'DRIVER_LICENCE') {
      const mayBe = label === null || document.vocabulary.announcesDigits(label, 10);
      return mayBe && russianForm.test(text) && isOfDriver(document.text, start, end)
        ? confidence.certain
        : 0;
    }
    // Among Russian words the groups of an American one are those of a telephone number.
    return document.language === 'ru' && /^\d{2,4}[- ]\d{2,4}[- ]\d/.test(text) && !/\d{6}$/.test(text)
      ? 0
      : confidence.certain;
  },
  grouped: seriesGroups('DRIVER_LICENCE'),
});

const two = (number: number): string => String(number).padStart(2, '0');

const britishLicence = /^([A-Z9]{5})\d{6}([A-Z9]{2})(.*)$/;

const fakeDriverLicence: Fake = (written, { random }) => {
  const british = britishLicence.exec(written);
  if (british) {
    const [, name = '', initials = '', tail = ''] = british;
    const born = `${random.below(10)}${two(1 + random.below(12))}${two(1 + random.below(28))}${random.below(10)}`;
    return redraw(name, random) + born + redraw(initials, random) + redraw(tail, random);
  }
  return /^\d{2}/.test(written) && /[А-ЯЁ]|\d{6}$/u.test(written)
    ? two(1 + random.below(89)) + redrawNumbered(written.slice(2), random)
    : redrawNumbered(written, random);
};

/** Numbers of driving licences. */
export const driverLicence: EntityKind = {
  detect: detectDriverLicence,
  fake: fakeDriverLicence,
  labels: {
    words: String.raw`
    водительск[а-яё]{2,3}(?!_(?:стаж|комис|справ|кресл|сид|мест|соста|карт)) водит\.?_?уд удостоверени[а-яё]+_водит удост\._водит в/уд?(?:ост[а-яё]*)?$ в[.-]_?уд(?:ост)?(?:\.|$) ву$ vu$(?=["'\s:=]) в\._?у\. вод\.?_?уд п(?<!(?:регистрации|авторские|исключительные|смежные|патентные|имущественные|неисключительные)_п)рава(?!\p{L}|_(?:доступ|требов|собств|челов|потреб|на_(?!упр|имя))) права?\.?_упр прав(?<!(?:регистрации|авторские|авторских|исключительные|исключительных|смежные|смежных|патентные|имущественные|неисключительные)_прав)(?:ам?и?)?$(?=[\s:№(—-]{0,4}\d\d_?(?:\d\d|[А-ЯЁ]{2})[\s№-]{1,3}\d{6}) номер[а-яё]{0,2}_(?:\p{L}{2,6}_)?прав$
    удост(?:оверени[а-яё]+|\.)_на_право удостоверени[а-яё]+_тракт водительск[а-яё]+_карт[а-яё]+(?=[\s:№]{0,3}\d\d_?\d\d_?\d{6})
    driv(?:er|ing)s?[’']?s?_?lic(?:en[cs]e|\.|$) driv(?:er|ing)s?-lic operator[’']?s?_lic(?:en[cs]e|\.|$) licen[cs]e(?:_(?:no|number|#|id)|(?=[\s:#]{1,3}[A-Z][\s-]?\d{3})) dl$ dln$ cdl$ oln$ d/l$ d\.l\.`,
    isOfDocument: true,
    hasSeries: true,
  },
  columnHeads: {
    whole: String.raw`
    d(?:river|riving|rivers|river_s)?_licen[cs]e(?:_id)? dl lic_no licen[cs]e_(?:no|number|num) в_у ву вод_удостоверение vu`,
  },
  markerWords: ['DRIVER_LICENSE', 'ВОДИТЕЛЬСКОЕ_УДОСТОВЕРЕНИЕ'],
  traits: { owner: 'person', provesPerson: longNumber },
};
