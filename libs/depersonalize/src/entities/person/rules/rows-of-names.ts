import { nameProbability } from '../../../document/match';
import {
  type DescribedText,
  type TokenColumns,
  type TokenSpan,
  columnAt,
  shape,
  stemsOf,
  tokenKind,
} from '@medley/person-model';
import { isTitle, mayBeName } from './name-like';

/** How sure a name is that only the other lines show. */
const LIKELY = nameProbability.likely;
const WORDS_MAX = 4;
const MARKS_MAX = 10;
/** So many of the lines of one form have a name that the model found. */
const LEAST = { ofTalk: 1 / 3, ofOthers: 1 / 2 } as const;
const TIME = '0:0';
/** Begins the forms of the lines of a chat. */
const TALK = '\n';

/** Who talks in a chat and is nobody. */
const machines = stemsOf(
  'bot system server admin support agent user client operator customer caller host guest me you jira slack zapier github ' +
    'бот система сервер админ оператор клиент поддержка пользователь агент гость',
);

/** Between the time and who talks; one for both halves, or the lines before noon have another form. */
const halvesOfDay = stemsOf('am pm');

/** A line that begins with words, perhaps behind numbers, and what stands around them. */
interface Row {
  first: number;
  last: number;
  isFound: boolean;
  mayBeName: boolean;
}

interface Place {
  text: string;
  described: DescribedText;
  taken: Readonly<Uint8Array>;
}

/**
 * Names beside others in lines of one form: speakers of a chat with times, rows of `number  name  number`. Only where the
 * model found at least one of them. Linear.
 */
export function rowsOfNames(
  text: string,
  described: DescribedText,
  taken: Readonly<Uint8Array>,
): TokenSpan[] {
  const forms = new Map<string, Row[]>();
  const place = { text, described, taken };
  let start = 0;
  for (let end = 0; end <= described.tokens.count; end += 1) {
    if (end < described.tokens.count && described.tokens.kinds[end] !== tokenKind.lineEnd) continue;
    const read = readRow(place, start, end);
    if (read) {
      const rows = forms.get(read.form) ?? [];
      forms.set(read.form, rows);
      rows.push(read.row);
    }
    start = end + 1;
  }
  return [...forms].flatMap(([form, rows]) => missedIn(form, rows));
}

function missedIn(form: string, rows: readonly Row[]): TokenSpan[] {
  const found = rows.filter(({ isFound }) => isFound);
  if (found.length === 0 || found.length === rows.length) return [];
  const longest = found.reduce((most, { first, last }) => Math.max(most, last - first), 0) + 1;
  if (found.length < rows.length * (form.startsWith(TALK) ? LEAST.ofTalk : LEAST.ofOthers)) return [];
  return rows
    .filter((row) => !row.isFound && row.mayBeName && row.last - row.first <= longest)
    .map(({ first, last }) => ({ first, last, probability: LIKELY }));
}

function readRow(place: Place, start: number, end: number): { form: string; row: Row } | null {
  const { tokens } = place.described;
  const first = firstWord(place, start, end);
  if (first === end || first - start > MARKS_MAX) return null;
  let last = first;
  while (last + 1 < end && continues(place, last)) last += 1;
  if (tokens.kinds[last] !== tokenKind.word) last -= 1;
  const behind = firstWord(place, last + 1, Math.min(end, last + 1 + MARKS_MAX));
  if (!hasNumber(place, start, first) && !hasNumber(place, last + 1, behind)) return null;
  const lead = formOf(place, start, first);
  const tail = formOf(place, last + 1, behind);
  // A speaker has the time behind, or before and a colon behind.
  const isTalk = tail.includes(TIME) || (lead.includes(TIME) && tail.startsWith(':'));
  // What is said may begin with a number.
  const form = `${isTalk ? TALK : ''}${lead}\n${isTalk && tail.startsWith(':') ? ':' : tail}`;
  return { form, row: judge(place, first, last) };
}

function firstWord({ described: { columns, tokens } }: Place, from: number, end: number): number {
  let token = from;
  while (token < end && (tokens.kinds[token] !== tokenKind.word || isHalfOfDay(columns, token))) token += 1;
  return token;
}

/** “9:43 AM” */
function isHalfOfDay(columns: TokenColumns, token: number): boolean {
  return (
    halvesOfDay.has(columns.get(columnAt.stem, token)) &&
    columns.get(columnAt.shape, token - 1) === shape.twoDigits
  );
}

function hasNumber({ described: { tokens } }: Place, from: number, end: number): boolean {
  for (let token = from; token < end; token += 1) if (tokens.kinds[token] === tokenKind.number) return true;
  return false;
}

function judge({ described, taken }: Place, first: number, last: number): Row {
  const { columns, tokens } = described;
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const words = all.filter((token) => tokens.kinds[token] === tokenKind.word);
  const isName =
    words.length <= WORDS_MAX &&
    all.every((token) => !taken[token]) &&
    words.every((token) => isTitle(columns, token)) &&
    words.some((token) => mayBeName(columns, token)) &&
    !machines.has(columns.get(columnAt.stem, first));
  return { first, last, isFound: all.every((token) => taken[token]) && !taken[last + 1], mayBeName: isName };
}

/** Whether the token behind another goes on with the same words: one blank between, initials with their full stops. */
function continues({ text, described: { columns, tokens } }: Place, token: number): boolean {
  const next = token + 1;
  const gap = (tokens.starts[next] ?? 0) - (tokens.ends[token] ?? 0);
  if (tokens.kinds[next] === tokenKind.word) return gap <= 1 && text.charAt(tokens.ends[token] ?? 0) !== '\t';
  const isInitial = columns.get(columnAt.shape, token) === shape.initial;
  return isInitial && gap === 0 && columns.get(columnAt.shape, next) === shape.singleMark + 0x2e;
}

/** How the tokens of a span are written: a zero for each number, other signs as they are. */
function formOf({ text, described: { columns, tokens } }: Place, from: number, to: number): string {
  let form = '';
  for (let token = from; token < to; token += 1) {
    const start = tokens.starts[token] ?? 0;
    if (isHalfOfDay(columns, token)) continue;
    form += tokens.kinds[token] === tokenKind.number ? '0' : text.slice(start, tokens.ends[token]);
  }
  return form;
}
