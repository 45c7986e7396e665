import { lastYearOf } from './read-birth-date';
import { alternatives } from '../../text/word-lists';
import { textBefore } from '../../text/spans';

const oneOf = alternatives('date-of-birth');

/** Between what somebody is and the name. */
const joint = '(?: ?\\([а-яё]{1,4}\\))?[,:]?[ \\u00a0]{1,2}(?:[—–-][ \\u00a0])?$';
const children = new RegExp(`(?<!\\p{L})${oneOf('children')}${joint}`, 'iu');
const pupils = new RegExp(`(?<!\\p{L})${oneOf('pupils')}${joint}`, 'iu');
const grown = new RegExp(`(?<!\\p{L})${oneOf('grown')}${joint}`, 'iu');
const REACH = 48;

/** The last year in which who is called so before the name may have been born; null: nothing is said. */
export function relativeBefore(text: string, nameStart: number): number | null {
  const before = textBefore(text, nameStart, REACH);
  // A surname that nobody knows may be left out of the name.
  return yearOf(before) ?? yearOf(before.replace(/(?<=[ \u00a0])[А-ЯЁ][а-яё-]{1,20}[ \u00a0]$/u, ''));
}

function yearOf(before: string): number | null {
  if (children.test(before)) return lastYearOf('newborn');
  if (pupils.test(before)) return lastYearOf('pupil');
  return grown.test(before) ? lastYearOf('grown') : null;
}

/** “, 71 год (”, “, aged 34, ” */
const ageBefore = new RegExp(
  `^[»"”]?[ \\u00a0]?[,(|–—-][ \\u00a0]?(?:возраст[ :]{1,2}|aged?[ :]{1,2})?(?<age>\\d{1,3})[ \\u00a0-]?${oneOf('years-of-age')}?[ ,;]{0,2}[[(]?$`,
  'iu',
);
/** The earliest year in which a text with an age was written; the latest is this one. */
const WRITTEN_FROM = 1995;

/** Whether the age of somebody stands between the name and a date, and fits a birth in that year. */
export function isAgeBefore(gap: string, year: number): boolean {
  const age = Number(ageBefore.exec(gap)?.groups?.['age'] ?? NaN);
  return year + age >= WRITTEN_FROM && year + age <= new Date().getFullYear();
}
