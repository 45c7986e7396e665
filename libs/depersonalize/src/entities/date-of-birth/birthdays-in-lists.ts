import type { Match } from '../../document/match';
import { type AgeGroup, lastYearOf } from './read-birth-date';
import { firstAtOrAfter, textAfter, textBefore } from '../../text/spans';
import type { MatchIndex } from '../../document/record-around';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('date-of-birth');

/** So many lines of one shape are a list. */
const ROWS_MIN = 3;
const LINE_MAX = 120;
/** How far above its first row a list has its heading. */
const HEADING = 160;
/** Rows of a name and a date, in either order. */
const rowBefore =
  /^[ \t]{0,8}(?:№? ?\d{1,4}[.)]?[ \t]{1,8}|[-•*–—] {1,3})?(?:[А-ЯЁ][а-яё]{1,20}(?:-[А-ЯЁ][а-яё]{1,20})?|[А-ЯЁ]{2,20})(?:[ \u00a0]{1,2}(?:[А-ЯЁ][а-яё]{1,20}|[А-ЯЁ]{2,20}|[А-ЯЁ]\.(?: ?[А-ЯЁ]\.)?)){1,3}(?:[ \t\u00a0]{1,16}| ?[,;:|(] {0,8}| {0,8}[—–-] {0,8})$/u;
const rowAfter =
  /^(?: ?г(?:\.|ода)?(?![а-яё]))?(?: ?[,;:|)]| {0,8}[—–-])?[ \t]{0,16}[А-ЯЁ][а-яё]{1,20}(?: [А-ЯЁ][а-яё]{1,20}){1,2}[ \t]{0,4}$/u;
const bareBefore = /^[ \t]{0,8}(?:№? ?\d{1,4}[.)][ \t]{1,8}|[-•*–—] {1,3})?$/u;
const bareAfter = /^(?: ?г(?:\.|ода)?(?![а-яё]))?[ \t]{0,4}[;,.)]?[ \t]{0,4}$/u;

/** What the heading of a list says of who is in it, and how old they are. */
const headings: readonly (readonly [RegExp, AgeGroup])[] = [
  [/(?<!\p{L})(?:дн[иеяь][а-яё]{0,2} рожд|день рожд|именинн|юбиляр)/iu, 'newborn'],
  [new RegExp(`(?<!\\p{L})${oneOf('headings-of-children')}`, 'iu'), 'listed'],
  [new RegExp(`(?<!\\p{L})${oneOf('headings-of-grown')}`, 'iu'), 'grown'],
];
/** Lists of when something else was. */
const ofOthers = new RegExp(`(?<!\\p{L})${oneOf('headings-of-others')}`, 'iu');

/** Dates, called birthdays or not, of lines that are a name and a date, under a heading of people («Дни рождения», «Список детей»). */
export function birthdaysInLists(text: string, dates: readonly Match[]): Match[] {
  if (dates.length < ROWS_MIN) return [];
  const rows = dates.filter((date) => isRow(text, date)).sort((a, b) => a.start - b.start);
  const runs: Match[][] = [];
  for (const row of rows) {
    const last = runs.at(-1)?.at(-1);
    const isNext = last !== undefined && /^[^\n]*\n[^\n]*$/u.test(text.slice(last.end, row.start));
    if (isNext) runs.at(-1)?.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    const written = new Set(run.map(({ start, end }) => text.slice(start, end)));
    if (first === undefined || written.size < ROWS_MIN) return [];
    const lastYear = lastYearUnder(headingOf(text, first.start));
    const years = [...written].map((date) => Number(/\d{4}/.exec(date)?.[0] ?? Infinity));
    return years.every((year) => year <= lastYear) ? run : [];
  });
}

function isRow(text: string, { start, end }: Match): boolean {
  const from = Math.max(0, start - LINE_MAX);
  const head = text.slice(from, start);
  const before = head.slice(head.lastIndexOf('\n') + 1);
  const after = textAfter(text, end, LINE_MAX).split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
  return (
    (rowBefore.test(before) && bareAfter.test(after)) || (bareBefore.test(before) && rowAfter.test(after))
  );
}

/** The line above the first row, over an empty one or the head of a table. */
function headingOf(text: string, start: number): string {
  const above = textBefore(text, start, HEADING).split('\n').slice(0, -1);
  return above
    .filter((line) => line.trim() !== '')
    .slice(-2)
    .join('\n');
}

function lastYearUnder(heading: string): number {
  if (ofOthers.test(heading)) return 0;
  const group = headings.find(([pattern]) => pattern.test(heading))?.[1];
  return group === undefined ? 0 : lastYearOf(group);
}

const GAP = 40;
/** «…, 09.06.2017», «… (09.06.2017)»; behind «от», «выдано» stands when the paper was made. */
const behind = /^[ \u00a0]?(?:[,;|/(\t]|[—–-][ \u00a0]|[ \u00a0]{2})[ \u00a0]{0,12}$/u;
/** «09.06.2017, свид. …» */
const before =
  /^(?:[ \u00a0]?г(?:\.|ода)?)?[ \u00a0]?(?:[,;|/()\t]{1,2}|[—–\- \u00a0])[ \u00a0]{0,12}\(?(?:св(?:ид(?:етельств[а-яё]{0,2}|-?во)?|-?в[оау])?\.?[ \u00a0]?(?:о[ \u00a0]рожд[а-яё]{0,5}\.?)?[ \u00a0:]{0,3}(?:сери[яи]|сер\.|№)?[ \u00a0]?)?$/iu;

/** Dates right beside certificates of birth. */
export function birthdaysOfChildren(text: string, guesses: readonly Match[], certs: MatchIndex): Match[] {
  if (certs.matches.length === 0) return [];
  return guesses.filter(({ start, end }) => {
    const next = firstAtOrAfter(certs.starts, start);
    const [earlier, later] = [certs.matches[next - 1], certs.matches[next]];
    const isBehind = earlier && start - earlier.end <= GAP && behind.test(text.slice(earlier.end, start));
    return (
      isBehind === true ||
      (later !== undefined && later.start - end <= GAP && before.test(text.slice(end, later.start)))
    );
  });
}
