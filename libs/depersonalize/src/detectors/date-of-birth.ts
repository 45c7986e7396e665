import { dateSources } from '../date-sources';
import { findByPattern } from '../find-by-pattern';

const bornAfter =
  /^[»"”]?(?:-?го)?[ \u00a0,(]{0,2}(?:[—–-][ \u00a0])?(?:г\.|года?)?[ \u00a0]?(?:г[./]?[ \u00a0]?р(?:\.|(?!\p{L}))|р\.|рожд|(?:дата|день)[ \u00a0]рожд|д\.?[ \u00a0]?р\.|д\/р|род(?:\.|ил)|birth|\(?d\.?o\.?b)/iu;
const nameBefore =
  /(?:ич(?:а|у|ем|е)?|вн(?:а|ы|е|у|ой)|ичн(?:а|ы|е|у|ой))["»]?[ \u00a0]?[,|;:\t(]{1,2}[ \u00a0]?["«]?$/iu;
/** «дочь — 12.03.2010» behind another birthday */
const childBefore =
  /(?:сын|дочь|дочка|мать|отец|муж|жена|брат|сестра|son|daughter|wife|husband)[ \u00a0]?[-–—:(]{0,2}[ \u00a0]?$/iu;
const initialsBefore = /[А-ЯЁ]\.[ \u00a0]?[А-ЯЁ]\.[,|;:\t(]{1,2}[ \u00a0]?$/u;
/** What the names around may raise. */
const GUESS = 0.2;
/** «выдан 4517 204481 ОВД Клина 12.03.2010», «скончался Панин Лев (12.03.2001)» */
const issuedBefore =
  /выда[нл]|умер|[Сс]кончал|погиб|похорон|(?:ОВД|УВД|МВД|УФМС|ТП|отдел[а-яё]{0,4})(?!\p{L})/u;
/** Who is named with a date in a list was born then; a later date is more likely that of the paper. */
const LAST_YEAR = 2015;

/** Dates that a word beside them calls a birthday, and a date that follows a full name in a list. */
export const detectDateOfBirth = findByPattern({
  type: 'DATE_OF_BIRTH',
  pattern: new RegExp(`(?<![\\p{L}\\d./]|(?<!\\p{L})-)(?:${dateSources.join('|')})(?![\\d]|[./-]\\d)`, 'giu'),
  judge: ({ text: written, start, end, document }) => {
    const { text } = document;
    if (bornAfter.test(text.slice(end, end + 20))) return 0.98;
    if (document.labelOf(start, end) === 'DATE_OF_BIRTH') return 0.95;
    const before = text.slice(Math.max(0, start - 12), start);
    if (/\(\*[ \u00a0]?$/.test(before)) return 0.9;
    if (document.labelBefore(start) === 'DATE_OF_BIRTH' && childBefore.test(before)) return 0.9;
    const isListed = nameBefore.test(before) || initialsBefore.test(before);
    if (isListed && Number(/\d{4}/.exec(written)?.[0] ?? Infinity) <= LAST_YEAR) return 0.7;
    const label = document.labelOf(start, end);
    if (label === 'DATE' || label === 'OTHER') return 0;
    return issuedBefore.test(text.slice(Math.max(0, start - 40), start)) ? 0 : GUESS;
  },
});
