import type { Detector } from '../detector';
import { findByPattern, type Candidate } from '../find-by-pattern';
import { findPagePassports } from '../papers/find-page-passports';
import { findSplitPassports } from '../papers/find-split-passports';
import { findTravelRecords } from '../papers/find-travel-records';
import { isOfThing } from '../is-of-thing';
import { numberSigns } from '../number-signs';
import { seriesGroups } from '../series-groups';

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

/** What a name or another number in the same line may raise. */
const GUESS = 0.3;
/** Two letters and six digits have many papers: only one that is called a passport itself. */
const passportWord = /(?<!\p{L})(?:(?:загран)?пасп|загран|удостоверени[а-яё]+ личности|passport)/iu;
const WORDS = 88;
/** «Доход 2000: 684 312,50» */
const amountAfter = /^,\d{2}(?!\d)/;

const findWhole = findByPattern({
  type: 'PASSPORT',
  pattern: new RegExp(
    `${notAfter}(?:${numberFirst}|${russian}|${travel}|${foreign})${notBefore}|${ticket}${notBefore}`,
    'giu',
  ),
  judge: (candidate) =>
    amountAfter.test(candidate.document.text.slice(candidate.end, candidate.end + 4))
      ? 0
      : judgeWhole(candidate),
  grouped: seriesGroups('PASSPORT'),
});

/**
 * Passports. Russian: series of four digits (region and year of the form) and number of six; for travel two and
 * seven. Others (nine digits, letters and digits) only after the word.
 */
export const detectPassport: Detector = (document) => [
  ...findWhole(document),
  ...findSplitPassports(document),
  ...findPagePassports(document),
  ...findTravelRecords(document.text, 'PASSPORT'),
];

function judgeWhole({ text, digits, start, end, label, document }: Candidate): number {
  if (label === 'PASSPORT') {
    const isLettered = /^[А-ЯЁІЇЄ]{2}/iu.test(text);
    const isRoman = /^[IVXLХ]+-/iu.test(text);
    if (!isLettered && !isRoman) return judgeNamed(text, digits);
    const isCalledOne = passportWord.test(document.text.slice(Math.max(0, start - WORDS), start));
    // Those of the Soviet Union had the form of certificates of birth.
    if (isRoman) return isCalledOne ? 0.95 : 0.8;
    return isCalledOne ? judgeNamed(text, digits) : 0;
  }
  if (digits.length !== 10 || label !== null || !hasSeries(digits)) return 0;
  if (isOfThing(document.text, start)) return 0;
  if (/^[ \u00a0](?:\d|(?:к?м|к?г|т|л|шт|руб|р|ед|чел)(?!\p{L}))/u.test(document.text.slice(end, end + 6)))
    return 0;
  return /^\d{2} ?\d{2}[ \u00a0]\d{6}$/.test(text) || /№|номер/i.test(text) ? GUESS : 0;
}

function judgeNamed(text: string, digits: string): number {
  if (digits.length === 10) return 0.97;
  if (/^[а-яё]{2}\d{7}$/u.test(text)) return 0.85;
  return /^\d/.test(text) || (text === text.toUpperCase() && /\d{2}/.test(text)) ? 0.9 : 0;
}

/** Region codes run from 01 to 99; forms were printed since 1997. */
function hasSeries(digits: string): boolean {
  const year = Number(digits.slice(2, 4));
  return !digits.startsWith('00') && (year >= 97 || year <= 35);
}
