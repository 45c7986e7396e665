import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { longNumber } from '../long-number';
import { confirmInRecord } from '../confirm-in-record';
import { digitsOnly, withSharedLetters } from '../normalise';
import { digitsOf, replaceDigits } from '../../fakes/replace-digits';
import { redrawNumbered } from '../../fakes/redraw-numbered';
import type { Detector } from '../../document/detector';
import { findByPattern, type Candidate } from '../../document/find-by-pattern';
import { findPagePassports } from './find-page-passports';
import { findSplitPassports } from './find-split-passports';
import { findTravelRecords } from '../../document/find-travel-records';
import { isOfThing } from '../../document/labels/is-of-thing';
import { numberSigns } from '../../text/number-signs';
import { seriesGroups } from './series-groups';

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
const GUESS = confidence.guess;
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
    const isCalledOne = passportWord.test(document.text.slice(Math.max(0, start - WORDS), start));
    // Those of the Soviet Union had the form of certificates of birth.
    if (isRoman) return isCalledOne ? confidence.stated : confidence.likely;
    return isCalledOne ? judgeNamed(text, digits) : 0;
  }
  if (digits.length !== 10 || label !== null || !hasSeries(digits)) return 0;
  if (isOfThing(document.text, start)) return 0;
  if (/^[ \u00a0](?:\d|(?:к?м|к?г|т|л|шт|руб|р|ед|чел)(?!\p{L}))/u.test(document.text.slice(end, end + 6)))
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
  return digits.length === 10 ? digits : withSharedLetters(value.replace(/(?:номер|серия|№|no\.?)/giu, ''));
}

/** What has a passport and is no person. */
const passportOf =
  'здани|издели|качеств|объект|безопасн|сделк|прибор|оборудов|транспорт|тс$|проект|отход|двигател|насос|станк|агрегат|кабел|котл|лифт|скважин|продук|маршрут|программ';

/** Numbers of passports. */
export const passport: EntityKind = {
  detect: detectPassport,
  detectByContext: confirmInRecord('PASSPORT'),
  fake: fakePassport,
  normalise: normalisePassport,
  labels: {
    words: String.raw`
    паспорт(?!_(?:${passportOf})) пасп(?:\.|$)
    пас-\s{1,8}порт п-?т$(?=[\s:№]{0,3}\d\d) загран passport(?:_(?:card|book))? pasport пасспорт паспрт дул$ внж$ рвп$ вид[а-яё]{0,2}_на_жит разрешени[а-яё]+_на_врем п/п$(?=[\s:№]{0,3}\d\d_?\d\d[\s№]{1,3}\d{6}(?!\d))
    п\.(?=_?\d\d_\d\d[\s№]{1,3}\d{6}(?!\d)) код[а-яё]*_вида_документа личност[ьи]_(?:установл|подтвержд|удостов) id-карт уд(?:ост)?\.?_?личн удостоверени[а-яё]+_личности удостоверяющ
    документ$ док(?:-т[а-яё]{0,2}|\.|$)(?=[\s:№]{0,4}\d\d) пн$(?=_?\d\d_?\d\d_?\d{6}) зп$(?=_?\d{9}(?!\d)) travel_doc(?:ument|\.|$) ppt$(?=[\s:#.]{0,3}[A-Z\d]?\d{6}) p/?p_?(?:no|number|#)[.:#]? pass(?:p?t)?\.?_no(?:\.|$)`,
    others: String.raw`
    техническ[а-яё]+_паспорт паспорт_(?:${passportOf}) санитарн[а-яё]+_паспорт вет[а-яё.]*_?паспорт`,
    isOfDocument: true,
    hasSeries: true,
    impliedBy: 'SERIES',
  },
  columnHeads: {
    whole: String.raw`
    pass?ports?(?:_(?:data|series|series_(?:and_)?number|id))? (?:travel|identity)_document pasp серия паспорт(?:а|ные данные)?
    серия_и_номер(?:_паспорта)? seriya`,
  },
  markerWords: ['ПАСПОРТ'],
  traits: { owner: 'person', digits: [10], provesPerson: longNumber },
};
