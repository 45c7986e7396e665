import { type Detector, type Match, confidence } from '../../document/match';
import { type EntityKind, digitsOnly, kindWords, longNumber, withSharedLetters } from '../entity-kind';
import { type Fake, digitsOf, redrawNumbered, replaceDigits } from '../../fakes/fake';
import { confirmInRecord } from '../../document/record-around';
import { type Candidate, findByPattern } from '../../document/find-by-pattern';
import { findTravelRecords } from '../../document/find-record-fields';
import { isOfThing } from '../../document/labels/is-of-thing';
import { numberSigns } from '../../text/number-signs';
import { seriesGroups } from './series-groups';
import type { TextDocument } from '../../document/text-document';
import { textAfter, textBefore } from '../../text/spans';

const { blank, dash, lineBreak, notAfter, notBefore, numberWord } = numberSigns;
const GAP = `${blank}{0,2}(?:[,;:|/]|${dash})?${blank}{0,2}${lineBreak}?(?:${numberWord})?`;
const russian = `\\d{2}${blank}?\\d{2}${GAP}(?:\\d{6}|\\d{3}${blank}\\d{3})`;
/** The letters before the passport of a passenger in railway tickets. */
const ticket = '(?<=(?<!\\p{L})ПН)\\d{10}';
const numberFirst = `\\d{6}[,;]?${blank}{0,2}(?:серия|серии|сер\\.)${blank}?[:№]?${blank}?\\d{2}${blank}?\\d{2}`;
const travel = `\\d{2}${GAP}\\d{7}`;
/** Belarus, Kazakhstan, the Soviet Union, the United States, Germany, …: letters and digits. */
const foreign =
  '(?:[A-Z]{1,2}|[А-ЯЁІЇЄ]{2})[ \\u00a0]?(?:№[ \\u00a0]?)?\\d{6,8}(?:(?<=(?<![A-Z])[A-Z]\\d{7})[A-Z])?|\\d{2}[A-ZА-Я]{2}\\d{5}|[IVXLХ]{1,5}-[А-ЯЁ]{2}[ \\u00a0]?(?:№[ \\u00a0]?)?\\d{6}|[CFGHJKLMNPRTVWXYZ][0-9CFGHJKLMNPRTVWXYZ]{7}\\d';

const anyForm = `${numberFirst}|${russian}|${travel}|${foreign}`;

/** What a name or another number in the same line may raise. */
const GUESS = confidence.guess;
/** Two letters and six digits have many papers: only one that is called a passport itself. */
const passportWord = /(?<!\p{L})(?:(?:загран)?пасп|загран|удостоверени[а-яё]+ личности|passport)/iu;
const WORDS = 88;
/** «Доход 2000: 684 312,50» */
const amountAfter = /^,\d{2}(?!\d)/;

const findWhole = findByPattern({
  type: 'PASSPORT',
  pattern: new RegExp(
    `(?=${anyForm})${notAfter}(?:${anyForm})${notBefore}|(?=\\d)${ticket}${notBefore}`,
    'giu',
  ),
  judge: (candidate) =>
    amountAfter.test(textAfter(candidate.document.text, candidate.end, 4)) ? 0 : judgeWhole(candidate),
  grouped: seriesGroups('PASSPORT'),
});

/**
 * Passports. Russian: series of four digits (region and year of the form) and number of six; for travel two and
 * seven. Others (nine digits, letters and digits) only after the word.
 */
const detectPassport: Detector = (document) => [
  ...findWhole(document),
  ...findSplitPassports(document),
  ...findPagePassports(document),
  ...findTravelRecords(document.text, 'number').map((found) => ({ ...found, type: 'PASSPORT' as const })),
];

function judgeWhole({ text, digits, start, end, label, document }: Candidate): number {
  if (label === 'PASSPORT') {
    const isLettered = /^[А-ЯЁІЇЄ]{2}/iu.test(text);
    const isRoman = /^[IVXLХ]+-/iu.test(text);
    if (!isLettered && !isRoman) return judgeNamed(text, digits);
    const isCalledOne = passportWord.test(textBefore(document.text, start, WORDS));
    // Those of the Soviet Union had the form of certificates of birth.
    if (isRoman) return isCalledOne ? confidence.stated : confidence.likely;
    return isCalledOne ? judgeNamed(text, digits) : 0;
  }
  if (digits.length !== 10 || label !== null || !hasSeries(digits)) return 0;
  if (isOfThing(document.text, start)) return 0;
  if (/^[ \u00a0](?:\d|(?:к?м|к?г|[тл]|шт|руб|р|ед|чел)(?!\p{L}))/u.test(textAfter(document.text, end, 6)))
    return 0;
  return /^\d{2} ?\d{2}[ \u00a0]\d{6}$/.test(text) || /№|номер/i.test(text) ? GUESS : 0;
}

function judgeNamed(text: string, digits: string): number {
  if (digits.length === 10) return confidence.stated;
  if (/^[а-яё]{2}\d{7}$/u.test(text)) return confidence.formed;
  return /^\d/.test(text) || (text === text.toUpperCase() && /\d{2}/.test(text)) ? confidence.shown : 0;
}

/** Region codes run from 01 to 99; forms were printed since 1997. */
function hasSeries(digits: string): boolean {
  const year = Number(digits.slice(2, 4));
  return !digits.startsWith('00') && (year >= 97 || year <= 35);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Keeps the word between series and number («4508 номер 123456»). A Russian series has a region and a year that exist. */
const fakePassport: Fake = (written, { random }) => {
  const digits = digitsOf(written);
  const words = /\p{L}{3,}/gu;
  if (digits.length !== 10 || /\p{L}/u.test(written.replace(words, '')))
    return redrawNumbered(written, random);
  return replaceDigits(written, two(1 + random.below(89)) + two(random.below(25)) + random.digits(6));
};

/** Ten digits are a Russian one, whatever stands between them. */
function normalisePassport(value: string): string {
  const digits = digitsOnly(value);
  return digits.length === 10 ? digits : withSharedLetters(value.replace(/номер|серия|№|no\.?/giu, ''));
}

/** Numbers of passports. */
export const passport: EntityKind = {
  detect: detectPassport,
  detectByContext: confirmInRecord('PASSPORT'),
  fake: fakePassport,
  normalise: normalisePassport,
  ...kindWords('passport', { isOfDocument: true, hasSeries: true, impliedBy: 'SERIES' }),
  markerWords: ['ПАСПОРТ'],
  traits: { owner: 'person', digits: [10], provesPerson: longNumber },
};

/** Words that only the page of a passport has: who gave it out, the code of the office. */
const pageWords =
  /код[ \u00a0]{1,2}подразделения|паспорт[ \u00a0]{1,2}(?:гражданина|выдан)|(?<!\p{L})к\/п[ \u00a0:]{1,2}\d{3}-\d{3}/iu;
const REACH = 320;
/** A series and a number alone in their line, or right behind the code of the office. */
const pagePattern =
  /(?<=(?:^|\n)[ \t]{0,8}|(?:подразделения|к\/п)[ \u00a0:]{1,4}\d{3}-\d{3}[ \u00a0,;]{1,6})\d{2}[ \u00a0]{0,2}\d{2}[ \t\u00a0]{1,4}(?:№[ \u00a0]?)?\d{6}(?=[ \t]{0,8}(?:\r?\n|$|[,;]))/gu;
const SCORE = confidence.shown;

/** Passports that nothing calls so, copied with the page that they stand on. */
function findPagePassports({ text, hasDigits }: TextDocument): Match[] {
  if (!hasDigits || !pageWords.test(text)) return [];
  return Array.from(text.matchAll(pagePattern)).flatMap(({ 0: written, index: start }) => {
    const end = start + written.length;
    const isOnPage =
      pageWords.test(textBefore(text, start, REACH)) || pageWords.test(textAfter(text, end, REACH));
    return isOnPage ? [{ start, end, type: 'PASSPORT' as const, score: SCORE }] : [];
  });
}

/** «серия? — 4508 — а номер? — 123456» */
const asked =
  /(?<!\p{L})сери[яюи](?!\p{L})\D{1,60}(?<![\d.])(?<series>\d{2}[ \u00a0]?\d{2})(?![\d.,]\d|\d|[ \u00a0]\d)\D{0,60}номер\D{0,60}(?<number>\d{3}[ \u00a0]?\d{3})(?![\d-]|[.,]\d)/giu;
const passportBefore = /(?<!\p{L})(?:загран)?пасп/iu;
const EARLIER = 200;
/** Below that of numbers that are one. */
const SPLIT_SCORE = confidence.confirmed;

/** Series and number of a passportBefore that other words keep apart, as in turns of a talk: each by itself. */
function findSplitPassports({ text, hasDigits }: TextDocument): Match[] {
  if (!hasDigits || !/сери[яюи]/iu.test(text)) return [];
  return Array.from(text.matchAll(asked)).flatMap(({ 0: written, index, groups }) => {
    if (!passportBefore.test(text.slice(Math.max(0, index - EARLIER), index + written.length))) return [];
    const { series = '', number = '' } = groups ?? {};
    const first = index + written.indexOf(series);
    const end = index + written.length;
    return [
      { start: first, end: first + series.length, type: 'PASSPORT' as const, score: SPLIT_SCORE },
      { start: end - number.length, end, type: 'PASSPORT' as const, score: SPLIT_SCORE },
    ];
  });
}
