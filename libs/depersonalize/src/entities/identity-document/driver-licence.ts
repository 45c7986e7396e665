import { type Detector, confidence } from '../../document/match';
import { type EntityKind, kindWords, longNumber } from '../entity-kind';
import { type Fake, redraw, redrawNumbered } from '../../fakes/fake';
import { findByPattern } from '../../document/find-by-pattern';
import { findCardFields } from '../../document/find-record-fields';
import { numberSigns } from '../../text/number-signs';
import { seriesGroups } from './series-groups';
import { textAfter, textBefore } from '../../text/spans';

const { blank, lineBreak, numberWord } = numberSigns;
const russian = `\\d{2}(?:${blank}|-)?(?:\\d{2}|[А-ЯЁа-яё]{2})(?:${blank}|[,./-]|${lineBreak}){0,2}(?:${numberWord})?\\d{6}`;
const british = '[A-Z9]{5} ?\\d{6} ?[A-Z9]{2} ?[A-Z\\d]{3}(?: \\d\\d)?';
/** Belarus and Kazakhstan. */
const neighbours = '\\d?[А-ЯЁ]{2} ?\\d{6}';
/** India: the state, its office, the year and seven digits. */
const indian = '[A-Z]{2}[ -]?\\d{2}[ -]?(?:19|20)\\d{2}[ -]?\\d{7}';
/** American states: a letter or two and digits, digits alone, groups of either. */
const american =
  '[A-Z]\\d{4}[ -]\\d{5}[ -]\\d{5}|[A-Z][ -]\\d{3}(?:[ -]\\d{2,3}){3}|[A-Z]{3,7}\\d{3}[A-Z\\d]{2}|WDL[A-Z\\d]{9}|[A-Z]{1,2}\\d{5,14}|[A-Z]?\\d{2,4}(?:[- ]\\d{2,4}){2,3}(?:-\\d)?|[A-Z]\\d{3}(?:-\\d{3,4}){2}|\\d{7,9}';

const anyForm = `${british}|${russian}|${neighbours}|${indian}|${american}`;

const russianForm = new RegExp(`^${russian}$`, 'u');

/** Driving licences, which look like passports: only after words that name them. British ones by their form. */
const detectDriverLicence: Detector = (document) => [
  ...findNamed(document),
  ...findCardFields(document.text, 'number').map((found) => ({ ...found, type: 'DRIVER_LICENCE' as const })),
];

const findNamed = findByPattern({
  type: 'DRIVER_LICENCE',
  pattern: new RegExp(
    `(?=${anyForm})(?<![\\p{L}\\d.+-]|(?<![\\d./-])\\d{1,3},)(?:${anyForm})(?![\\p{L}\\d-])`,
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
  ...kindWords('driver-licence', { isOfDocument: true, hasSeries: true }),
  markerWords: ['DRIVER_LICENSE', 'ВОДИТЕЛЬСКОЕ_УДОСТОВЕРЕНИЕ'],
  traits: { owner: 'person', provesPerson: longNumber },
};

/** «Удостоверение №», «удостов.», «уд-е»: of what, it does not say. */
const paperBefore =
  /(?<!\p{L})(?:удостоверени[а-яё]{1,2}|удост(?:ов)?\.|уд\.|уд-(?:е|ни[ея])|у-ни[ея])[ \u00a0:(—-]{0,3}(?:(?:сери[яию]|сер\.|номер|№)[ \u00a0:]{0,2}(?:(?:и|,)[ \u00a0]?)?){0,2}$/iu;
const driverBefore = /(?<!\p{L})(?:водит|вод-л|шоф[её]р|путев[а-яё]{2,3} лист|экспедитор)/iu;
const categoryAfter = /^[^\n]{0,24}(?<!\p{L})кат(?:\.|егори)[а-яё]{0,2}[ \u00a0:]{0,2}["«]?[ABCDEАВСЕ]/iu;
/** Words of a list of drivers, in which the passports of other people may be named. */
const mayDrive = /допущен[а-яё]{0,4}[ \u00a0](?:к[ \u00a0]управлению|до[ \u00a0]управления)/iu;
const passport = /(?<!\p{L})пасп/iu;
const EARLIER = 160;
/** A list of those who may drive has several lines. */
const LIST = 400;

/** Whether a series and a number are those of somebody who drives («водитель Лыков, удостоверение …»). */
function isOfDriver(text: string, start: number, end: number): boolean {
  const before = textBefore(text, start, LIST);
  const near = before.slice(-EARLIER);
  if (paperBefore.test(near.slice(-48)))
    return driverBefore.test(near) || categoryAfter.test(textAfter(text, end, 48));
  const list = mayDrive.exec(before);
  return list !== null && !passport.test(before.slice(list.index));
}
