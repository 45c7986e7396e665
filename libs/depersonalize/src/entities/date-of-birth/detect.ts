import { type Detector, type Match, confidence } from '../../document/match';
import { dateSources, shortDateSources } from '../../text/date-sources';
import { type Candidate, findByPattern } from '../../document/find-by-pattern';
import { findCardFields, findTravelRecords } from '../../document/find-record-fields';
import { lastYearOf } from './read-birth-date';
import type { TextDocument } from '../../document/text-document';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('date-of-birth');

const bornAfter =
  /^[»"”]?(?:-?го)?[ \u00a0,(]{0,2}(?:[—–-][ \u00a0])?(?:г\.|года?)?[ \u00a0]?(?:г[./]?[ \u00a0]?р(?:\.|(?!\p{L}))|р\.|рожд|(?:дата|день)[ \u00a0]рожд|д\.?[ \u00a0]?р\.|д\/р|род(?:\.|ил)|birth|\(?d\.?o\.?b)/iu;
const nameBefore =
  /(?:ич(?:[ау]|ем|е)?|вн(?:[аыеу]|ой)|ичн(?:[аыеу]|ой))["»]?[ \u00a0]?[,|;:\t(]{1,2}[ \u00a0]?["«]?$/iu;
/** «дочь — 12.03.2010», «у папы 30.11.1957» behind another birthday */
const behindRelative = new RegExp(
  `(?<!\\p{L})(?:${oneOf('children')}|${oneOf('grown')}|${oneOf('relatives')})[ \\u00a0]?[-–—:(]{0,2}[ \\u00a0]?$`,
  'iu',
);
/** Behind the number of a patient or of a taxpayer in a list. */
const behindOwnNumber =
  /(?<![\d-])(?:\d{3} \d{3} \d{3} ?\d|\d{3}-\d{2}-\d{4}|9\d\d \d\d \d{4}|[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D])(?: {0,2}[,;|/] {0,2}|[ \t]{1,4}| [–—-] | \()$/;
/** “… 943 476 5919  HALE Ann  F  ”: the number, the name and the sex of a patient. */
const behindSex =
  /(?<![\d-])(?:\d{3} ?\d{3} ?\d{4}|\d{3}-\d{2}-\d{4})[ \t]*[,;|]?[ \t]{1,4}\p{Lu}[^\n\d]{2,36}[ \t,;|](?:[MF]|(?:fe)?male)[ \t]*[,;|]?[ \t]{1,4}$/u;
/** “Pt: Ann Hale   ” */
const behindPatient =
  /(?<!\p{L})(?:pt|patient|resident|пациент(?:ка)?|больн(?:ой|ая))(?: name)?\.?[ \t]?[:–—-][ \t]{0,4}\p{L}[\p{L}.'’ -]{2,40}(?:[,(|\t;]| {2})[ \t(]{0,12}$/iu;
/** Of two digits only those of the last century tell. */
const longAgo = /19[2-9]\d|200[0-5]|[./][3-9]\d$/;
const SEX = 72;
const wholePattern = new RegExp(`^(?:${dateSources.join('|')})$`, 'iu');
/** How tickets write birthdays; days of flights have no year. */
const ticketPattern = /^\d{2}[A-Z]{3}(?:19|20)\d{2}$/;
/** How far before its answer a question may stand. */
const QUESTION = 160;
/** “… your date of birth, Mr. Cole?”, and in the next turn nothing but the speaker and a word or two. */
const askedEnglish =
  /(?:date of birth|birth ?da(?:te|y)|d\.?o\.?b|(?:you|he|she|they|child|patient) born)(?!\p{L})[^\n?]{0,60}\??[^\n\d]{0,24}\n[^\n.!?]{0,48}$/iu;
/** «Назовите дату рождения и …?», and in the next turn nothing that has another date. */
const askedRussian =
  /(?<!\p{L})(?:(?:дат[уаы]|день|дня|числ[оа]|год) рожд[а-яё]{0,6}|роди(?:лся|лась|лись|вш)[а-яё]{0,3})(?!\p{L})[^\n\d]{0,72}\n(?:[[(]?\d{1,2}:\d\d(?::\d\d)?[\])]? {0,2}[—–-]? ?)?(?![^\n]{0,48}(?:догов|выда|пасп|приказ|заказ|встреч|запис| от ))(?:[^\n.!?;\d]{0,36}\d\d? (?:лет|год))?[^\n.!?;\d]{0,60}$/iu;
const initialsBefore = /[А-ЯЁ]\.[ \u00a0]?[А-ЯЁ]\.[,|;:\t(]{1,2}[ \u00a0]?$/u;
/** How far before a date a name or a number stands. */
const BESIDE = 24;
/** What the names around may raise. */
const GUESS = confidence.guess;
/** «выдан 4517 204481 ОВД Клина 12.03.2010», «скончался Панин Лев (12.03.2001)» */
const issuedBefore =
  /выда[нл]|умер|[Сс]кончал|погиб|похорон|(?:ОВД|УВД|МВД|УФМС|ТП|отдел[а-яё]{0,4}(?![\s\S]{0,40}\n))(?!\p{L})/u;
/** «Протокол вела Лыкова И. О., 12.03.2004» */
const signedBefore = new RegExp(`(?<!\\p{L})${oneOf('signed-before')}[^\\d\\n]{0,60}$`, 'iu');
/** Who is named with a date in a list was born then, unless it is too long ago. */
const FIRST_YEAR = 1915;

/** Dates that a word beside them calls a birthday, and a date that follows a full name in a list. */
export const detectDateOfBirth: Detector = (document) => [
  ...findWritten(document),
  ...(document.dictation?.birthdays ?? []).map((dictated): Match => ({
    ...dictated,
    type: 'DATE_OF_BIRTH',
    score: confidence.stated,
  })),
  ...[...findTravelRecords(document.text, 'birth'), ...findCardFields(document.text, 'birth')].map(
    (found): Match => ({ ...found, type: 'DATE_OF_BIRTH' }),
  ),
];

const anyDate = [...dateSources, ...shortDateSources].join('|');

const findWritten = findByPattern({
  type: 'DATE_OF_BIRTH',
  pattern: new RegExp(`(?=${anyDate})(?<![\\p{L}\\d./]|(?<!\\p{L})-)(?:${anyDate})(?![\\d]|[./-]\\d)`, 'giu'),
  judge: (candidate) => judgeCalled(candidate) || judgeListed(candidate) || judgeGuess(candidate),
});

/** What words beside the date call it. */
function judgeCalled({ start, end, document }: Pick<Candidate, 'start' | 'end' | 'document'>): number {
  const { text } = document;
  if (bornAfter.test(textAfter(text, end, 20))) return confidence.certain;
  if (isStamp(document, start, end) || isParty(document, start, end)) return 0;
  if (document.labelOf(start, end) === 'DATE_OF_BIRTH') return confidence.stated;
  const before = textBefore(text, start, BESIDE);
  const isOfRelative = document.labelBefore(start) === 'DATE_OF_BIRTH' && behindRelative.test(before);
  if (isOfRelative || /\(\*[ \u00a0]?$/.test(before)) return confidence.shown;
  return isAnswer(textBefore(text, start, QUESTION)) ? confidence.shown : 0;
}

/** A line that ends with the word for a birthday. */
const titleBefore = /(?:birth|d\.?o\.?b\.?|born|рожд\p{L}{0,6})[ :.–—-]{0,4}\r?\n[> \t]{0,4}$/iu;

/** “[12/04/2025, 20:11:38] Bev: …”: when a line was written, whatever birthday the line before spoke of. */
function isStamp({ text, fieldAt }: TextDocument, start: number, end: number): boolean {
  return (
    /^,?[T ]{1,2}\d{1,2}[:.]\d\d/.test(textAfter(text, end, 8)) &&
    /(?:^|\n)[> \t]{0,4}[[(<]?$/.test(textBefore(text, start, 8)) &&
    !titleBefore.test(textBefore(text, start, BESIDE)) &&
    fieldAt(start)?.label !== 'DATE_OF_BIRTH'
  );
}

const weekday = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const partyBefore = new RegExp(
  `(?:birth|b)-?days?(?!\\p{L})(?:[^\\n]{0,30}![^\\n]{0,20}|[^\\n\\d]{1,24}(?<!\\p{L})${weekday}[,.]? (?:the )?)$`,
  'iu',
);
const hourAfter = /^,? (?:at |@ ?|from )?\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m(?!\p{L})|o['’]clock)/iu;
const birthdayBefore = /(?:birth|b)-?days?(?!\p{L})[^\n]{0,40}$/iu;

/** “birthday: Saturday 12/04/2025”, “birthday on 12 April 2025, 3 pm”, “Happy birthday! Sent 12/04/2025”. */
function isParty({ text, fieldAt }: TextDocument, start: number, end: number): boolean {
  const before = textBefore(text, start, 56);
  if (!birthdayBefore.test(before) || fieldAt(start)?.isCell) return false;
  return partyBefore.test(before) || hourAfter.test(textAfter(text, end, 16));
}

/** What stands in a list behind a name or a number of somebody. */
function judgeListed({ text: written, start, document }: Candidate): number {
  const before = textBefore(document.text, start, BESIDE);
  if (longAgo.test(written) && behindPatient.test(textBefore(document.text, start, SEX)))
    return confidence.plausible;
  const year = Number(/\d{4}/.exec(written)?.[0] ?? Infinity);
  if (year > lastYearOf('named')) return 0;
  const isNamed =
    (nameBefore.test(before) || initialsBefore.test(before)) &&
    !signedBefore.test(textBefore(document.text, start, 72));
  if (isNamed) return confidence.plausible;
  const isListed = behindOwnNumber.test(before) || behindSex.test(textBefore(document.text, start, SEX));
  return year >= FIRST_YEAR && isListed ? confidence.plausible : 0;
}

function judgeGuess({ text: written, start, end, document }: Candidate): number {
  if (ticketPattern.test(written)) return GUESS;
  if (!wholePattern.test(written)) return 0;
  const label = document.labelOf(start, end);
  if (label === 'DATE' || label === 'OTHER') return 0;
  return issuedBefore.test(textBefore(document.text, start, 40)) ? 0 : GUESS;
}

/** The answer to a question for a birthday, with no other date between. */
function isAnswer(before: string): boolean {
  return (
    before.includes('\n') &&
    (askedEnglish.test(before) || askedRussian.test(before)) &&
    !/\d[/.-]\d\d?[/.-]\d|(?:19|20)\d\d[^\d:]*$/.test(before)
  );
}
