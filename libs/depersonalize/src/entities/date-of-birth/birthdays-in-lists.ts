import type { Match } from '../../document/detector';
import { lastYearOf, type AgeGroup } from './last-year';

/** So many lines of one shape are a list. */
const ROWS_MIN = 3;
const LINE_MAX = 120;
/** How far above its first row a list has its heading. */
const HEADING = 160;
/** Rows of a name and a date, in either order. */
const rowBefore =
  /^[ \t]{0,8}(?:№?[ ]?\d{1,4}[.)]?[ \t]{1,8}|[-•*–—][ ]{1,3})?(?:[А-ЯЁ][а-яё]{1,20}(?:-[А-ЯЁ][а-яё]{1,20})?|[А-ЯЁ]{2,20})(?:[ \u00a0]{1,2}(?:[А-ЯЁ][а-яё]{1,20}|[А-ЯЁ]{2,20}|[А-ЯЁ]\.(?:[ ]?[А-ЯЁ]\.)?)){1,3}(?:[ \t\u00a0]{1,16}|[ ]?[,;:|(][ ]{0,8}|[ ]{0,8}[—–-][ ]{0,8})$/u;
const rowAfter =
  /^(?:[ ]?г(?:\.|ода)?(?![а-яё]))?(?:[ ]?[,;:|)]|[ ]{0,8}[—–-])?[ \t]{0,16}[А-ЯЁ][а-яё]{1,20}(?:[ ][А-ЯЁ][а-яё]{1,20}){1,2}[ \t]{0,4}$/u;
const bareBefore = /^[ \t]{0,8}(?:№?[ ]?\d{1,4}[.)][ \t]{1,8}|[-•*–—][ ]{1,3})?$/u;
const bareAfter = /^(?:[ ]?г(?:\.|ода)?(?![а-яё]))?[ \t]{0,4}[;,.)]?[ \t]{0,4}$/u;

/** What the heading of a list says of who is in it, and how old they are. */
const headings: readonly (readonly [RegExp, AgeGroup])[] = [
  [/(?<!\p{L})(?:дн[иеяь][а-яё]{0,2}[ ]рожд|день[ ]рожд|именинн|юбиляр)/iu, 'newborn'],
  [
    /(?<!\p{L})(?:дет(?:и|ей|ск)|воспитанник|малыш|реб[её]н|ребят|ученик|учащ|обучающ|школьник|класс|садик|ясл|юниор|юнош|лагер|отряд|первоклас|групп[аы][ ]?[«"])/iu,
    'listed',
  ],
  [
    /(?<!\p{L})(?:список|состав|участник|пассажир|турист|делегац|команд|игрок|спортсмен|семь[яи]|жильц|прожива|прописан|призывник|избирател|пациент|студент|групп[аы]|сотрудник|работник|член)/iu,
    'grown',
  ],
];
/** Lists of when something else was. */
const ofOthers =
  /(?<!\p{L})(?:отпуск|дежур|график|при[её]м|принят|уволен|увольн|аттест|инструктаж|медосмотр|прививк|вакцин|сдач|сдал|экзамен|выда[нлч]|умер|погиб|похорон|скончал|смерт|вступ|поступ|зачисл|отчисл|явк|выступ|заезд|заняти|урок|трениров|собрани|посещ|прогул|отсутств|опозда|дебют|комисси|правлени|избран|побед|наград|награжд|турнир|матч|соревн|точност|оплат|плат[её]ж|заявк|дат[аы](?![ ]рожд))/iu;

/** Dates, called birthdays or not, of lines that are a name and a date, under a heading of people («Дни рождения», «Список детей»). */
export function birthdaysInLists(text: string, dates: readonly Match[]): Match[] {
  if (dates.length < ROWS_MIN) return [];
  const rows = dates.filter((date) => isRow(text, date)).sort((a, b) => a.start - b.start);
  const runs: Match[][] = [];
  for (const row of rows) {
    const last = runs.at(-1)?.at(-1);
    const isNext = last !== undefined && /^[^\n]*\r?\n[^\n]*$/u.test(text.slice(last.end, row.start));
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
  const after =
    text
      .slice(end, end + LINE_MAX)
      .split('\n', 1)[0]
      ?.replace(/\r$/, '') ?? '';
  return (
    (rowBefore.test(before) && bareAfter.test(after)) || (bareBefore.test(before) && rowAfter.test(after))
  );
}

/** The line above the first row, over an empty one or the head of a table. */
function headingOf(text: string, start: number): string {
  const above = text
    .slice(Math.max(0, start - HEADING), start)
    .split('\n')
    .slice(0, -1);
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
