import { confidence } from './confidence';
import type { FoundValue } from './detector';
import { dateSources } from '../text/date-sources';

/** The fields of a driving licence: 3. is the birthday, 4a. the day of issue, 5. the number. */
const issued = /(?<![\p{L}\d.])4[ ]?[aа](?:[.):]|[ ])[ .):]{0,3}\d/giu;
const birth = new RegExp(
  `(?<![\\p{L}\\d.])3[.):]{0,2}[ \\t]{1,4}(?<value>${dateSources[0] ?? ''})(?![\\d]|[./-]\\d)`,
  'u',
);
const number =
  /(?<![\p{L}\d.])5[.):]{0,2}[ \t]{1,4}(?<value>\d{2}[ ]?(?:\d{2}|[А-ЯЁ]{2})[ ]{0,2}(?:№[ ]?)?\d{6}|(?=[A-Z]{0,8}[ -]?\d)[A-Z\d]{2,20}(?:[ -][A-Z\d]{2,10}){0,3})(?=[ \t]{0,8}(?:\r?\n|$|[,;]|[ ][689][.):]))/u;
const EARLIER = 100;
const LATER = 220;
const SCORE = confidence.stated;

/** Birthdays and numbers of driving licences by the numbers of their fields («3. … 4a. … 5. …»), which all of Europe has. */
export function findCardFields(text: string, field: 'birth' | 'number'): FoundValue[] {
  if (!/4[ ]?[aаAА][.): ]/u.test(text)) return [];
  return Array.from(text.matchAll(issued)).flatMap(({ index }) => {
    const isBirth = field === 'birth';
    const from = isBirth ? Math.max(0, index - EARLIER) : index;
    const match = (isBirth ? birth : number).exec(text.slice(from, isBirth ? index : index + LATER));
    const value = match?.groups?.['value'] ?? '';
    if (match === null || !/\d{2}/.test(value)) return [];
    const start = from + match.index + match[0].length - value.length;
    return [{ start, end: start + value.length, score: SCORE }];
  });
}
