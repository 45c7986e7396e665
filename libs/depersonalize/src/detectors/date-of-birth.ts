import { dateSources, shortDateSources } from '../date-sources';
import type { Detector } from '../detector';
import { findByPattern, type Candidate } from '../find-by-pattern';
import { findSpokenBirthdays } from '../find-spoken-birthdays';

const bornAfter =
  /^[»"”]?(?:-?го)?[ \u00a0,(]{0,2}(?:[—–-][ \u00a0])?(?:г\.|года?)?[ \u00a0]?(?:г[./]?[ \u00a0]?р(?:\.|(?!\p{L}))|р\.|рожд|(?:дата|день)[ \u00a0]рожд|д\.?[ \u00a0]?р\.|д\/р|род(?:\.|ил)|birth|\(?d\.?o\.?b)/iu;
const nameBefore =
  /(?:ич(?:а|у|ем|е)?|вн(?:а|ы|е|у|ой)|ичн(?:а|ы|е|у|ой))["»]?[ \u00a0]?[,|;:\t(]{1,2}[ \u00a0]?["«]?$/iu;
/** «дочь — 12.03.2010» behind another birthday */
const childBefore =
  /(?:сын|дочь|дочка|мать|отец|муж|жена|брат|сестра|son|daughter|wife|husband)[ \u00a0]?[-–—:(]{0,2}[ \u00a0]?$/iu;
/** Behind the number of a patient or of a taxpayer in a list. */
const behindOwnNumber = /(?<![\d-])(?:\d{3} \d{3} \d{3} ?\d|\d{3}-\d{2}-\d{4})(?:[ ]?[,;|][ ]?|[ \t]{1,4})$/;
const wholePattern = new RegExp(`^(?:${dateSources.join('|')})$`, 'iu');
/** How far before its answer a question may stand. */
const QUESTION = 160;
/** “… your date of birth, Mr. Cole?”, and in the next turn nothing but the speaker and a word or two. */
const askedEnglish =
  /(?:date of birth|birth ?da(?:te|y)|d\.?o\.?b|(?:you|he|she|they|child|patient)[ ]born)(?!\p{L})[^\n?]{0,60}\??[^\n\d]{0,24}\n[^\n.!?]{0,48}$/iu;
/** «Назовите дату рождения и …?», and in the next turn nothing that has another date. */
const askedRussian =
  /(?<!\p{L})(?:(?:дат[уаы]|день|дня|числ[оа]|год)[ ]рожд[а-яё]{0,6}|роди(?:лся|лась|лись|вш)[а-яё]{0,3})(?!\p{L})[^\n\d]{0,72}\n(?![^\n]{0,48}(?:догов|выда|пасп|приказ|заказ|встреч|запис|[ ]от[ ]))(?:[^\n.!?;\d]{0,36}\d\d?[ ](?:лет|год))?[^\n.!?;\d]{0,36}$/iu;
const initialsBefore = /[А-ЯЁ]\.[ \u00a0]?[А-ЯЁ]\.[,|;:\t(]{1,2}[ \u00a0]?$/u;
/** How far before a date a name or a number stands. */
const BESIDE = 24;
/** What the names around may raise. */
const GUESS = 0.2;
/** «выдан 4517 204481 ОВД Клина 12.03.2010», «скончался Панин Лев (12.03.2001)» */
const issuedBefore =
  /выда[нл]|умер|[Сс]кончал|погиб|похорон|(?:ОВД|УВД|МВД|УФМС|ТП|отдел[а-яё]{0,4}(?![^]{0,40}\n))(?!\p{L})/u;
/** «Протокол вела Лыкова И. О., 12.03.2004» */
const signedBefore =
  /(?<!\p{L})(?:в[её]л[аи]?|подпис|утвержд|утвердил|составил|принял|выдал|проверил|подготовил|исполнил|исп\.|согласовано|секретар|делопроизв|нотариус|судья)[^\d\n]{0,60}$/iu;
/** Who is named with a date in a list was born then; a later date is more likely that of the paper. */
const LAST_YEAR = 2015;
const FIRST_YEAR = 1915;

/** Dates that a word beside them calls a birthday, and a date that follows a full name in a list. */
export const detectDateOfBirth: Detector = (document) => [
  ...findWritten(document),
  ...findSpokenBirthdays(document, (start, end) => judgeCalled({ start, end, document })),
];

const findWritten = findByPattern({
  type: 'DATE_OF_BIRTH',
  pattern: new RegExp(
    `(?<![\\p{L}\\d./]|(?<!\\p{L})-)(?:${[...dateSources, ...shortDateSources].join('|')})(?![\\d]|[./-]\\d)`,
    'giu',
  ),
  judge: (candidate) => judgeCalled(candidate) || judgeListed(candidate) || judgeGuess(candidate),
});

/** What words beside the date call it. */
function judgeCalled({ start, end, document }: Pick<Candidate, 'start' | 'end' | 'document'>): number {
  const { text } = document;
  if (bornAfter.test(text.slice(end, end + 20))) return 0.98;
  if (document.labelOf(start, end) === 'DATE_OF_BIRTH') return 0.95;
  const before = text.slice(Math.max(0, start - BESIDE), start);
  const isChild = document.labelBefore(start) === 'DATE_OF_BIRTH' && childBefore.test(before);
  if (isChild || /\(\*[ \u00a0]?$/.test(before)) return 0.9;
  return isAnswer(text.slice(Math.max(0, start - QUESTION), start)) ? 0.9 : 0;
}

/** What stands in a list behind a name or a number of somebody. */
function judgeListed({ text: written, start, document }: Candidate): number {
  const before = document.text.slice(Math.max(0, start - BESIDE), start);
  const year = Number(/\d{4}/.exec(written)?.[0] ?? Infinity);
  if (year > LAST_YEAR) return 0;
  const isNamed =
    (nameBefore.test(before) || initialsBefore.test(before)) &&
    !signedBefore.test(document.text.slice(Math.max(0, start - 72), start));
  return isNamed || (year >= FIRST_YEAR && behindOwnNumber.test(before)) ? 0.7 : 0;
}

function judgeGuess({ text: written, start, end, document }: Candidate): number {
  if (!wholePattern.test(written)) return 0;
  const label = document.labelOf(start, end);
  if (label === 'DATE' || label === 'OTHER') return 0;
  return issuedBefore.test(document.text.slice(Math.max(0, start - 40), start)) ? 0 : GUESS;
}

/** The answer to a question for a birthday, with no other date between. */
function isAnswer(before: string): boolean {
  return (
    before.includes('\n') &&
    (askedEnglish.test(before) || askedRussian.test(before)) &&
    !/\d[/.-]\d\d?[/.-]\d|(?:19|20)\d\d[^\d:]*$/.test(before)
  );
}
