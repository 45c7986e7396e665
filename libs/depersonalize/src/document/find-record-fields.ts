import { type FoundValue, confidence } from './match';
import { dateSources } from '../text/date-sources';

type TravelField = 'number' | 'birth' | 'phone';

const SCORE = confidence.stated;
/** “SSR DOCS HK1 P/GBR/012345678/GBR/30JUN73/M/14APR29”, “SR DOCS YY HK1-P-GBR-…” */
const documents =
  /(?<![A-Z\d])[ACIPV][A-Z]?(?<sign>[/-])(?:[A-Z]{2,3})?\k<sign>(?<number>[A-Z\d]{6,14})?\k<sign>(?:[A-Z]{2,3})?\k<sign>(?<birth>\d{2}[A-Z]{3}\d{2}(?:\d{2})?)?\k<sign>/g;
/** “DOC P/GBR/012345678/exp 14APR29”: what kind of paper, whose, its number. */
const shortDocuments =
  /(?<![A-Z\d/-])[ACIPV][A-Z]?(?<sign>[/-])[A-Z]{3}\k<sign>(?<number>(?=[A-Z]{0,3}\d{5})[A-Z\d]{7,10})(?![A-Z\d])/g;
/** “CTCM 4479…”, “SSR CTCM BA HK1 4479…/EN” */
const contacts =
  /(?<![A-Z\d])CTC[ABHMPW][ /-]{1,2}(?:[A-Z\d]{2} )?(?:[A-Z]{2}\d{1,2}[ /-]{1,2})?(?<phone>\+?\d{8,15})(?![A-Z\d])/g;

/** What records of airlines tell of passengers, each at its place between strokes: papers, birthdays, telephones. */
export function findTravelRecords(text: string, field: TravelField): FoundValue[] {
  const isPhone = field === 'phone';
  if (!(isPhone ? /CTC[A-Z]/ : /DOC|APIS/).test(text)) return [];
  const records = [
    ...text.matchAll(isPhone ? contacts : documents),
    ...(field === 'number' ? text.matchAll(shortDocuments) : []),
  ];
  return records.flatMap(({ 0: written, index, groups }) => {
    const value = groups?.[field] ?? '';
    if (!/\d/.test(value)) return [];
    const start = index + written.lastIndexOf(value);
    return [{ start, end: start + value.length, score: SCORE }];
  });
}

/** The fields of a driving licence: 3. is the birthday, 4a. the day of issue, 5. the number. */
const issued = /(?<![\p{L}\d.])4 ?[aа][ .):]{1,4}\d/giu;
const birth = new RegExp(
  `(?<![\\p{L}\\d.])3[.):]{0,2}[ \\t]{1,4}(?<value>${dateSources[0] ?? ''})(?![\\d]|[./-]\\d)`,
  'u',
);
const number =
  /(?<![\p{L}\d.])5[.):]{0,2}[ \t]{1,4}(?<value>\d{2} ?(?:\d{2}|[А-ЯЁ]{2}) {0,2}(?:№ ?)?\d{6}|(?=[A-Z]{0,8}[ -]?\d)[A-Z\d]{2,20}(?:[ -][A-Z\d]{2,10}){0,3})(?=[ \t]{0,8}(?:\r?\n|$|[,;]| [689][.):]))/u;
const EARLIER = 100;
const LATER = 220;
const CARD_SCORE = confidence.stated;

/** Birthdays and numbers of driving licences by the numbers of their fields («3. … 4a. … 5. …»), which all of Europe has. */
export function findCardFields(text: string, field: 'birth' | 'number'): FoundValue[] {
  if (!/4 ?[aаAА][.): ]/u.test(text)) return [];
  return Array.from(text.matchAll(issued)).flatMap(({ index }) => {
    const isBirth = field === 'birth';
    const from = isBirth ? Math.max(0, index - EARLIER) : index;
    const match = (isBirth ? birth : number).exec(text.slice(from, isBirth ? index : index + LATER));
    const value = match?.groups?.['value'] ?? '';
    if (match === null || !/\d{2}/.test(value)) return [];
    const start = from + match.index + match[0].length - value.length;
    return [{ start, end: start + value.length, score: CARD_SCORE }];
  });
}
