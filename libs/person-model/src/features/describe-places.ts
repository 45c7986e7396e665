import { columnAt, type TokenColumns } from './columns';
import type { StemCounts } from './count-stems';
import { shape, WordReader } from '../text/word-reader';

const MOST_COUNTED = 6;
const MOSTLY = 0.8;
const FEW = 2;
const SEVERAL = 4;

const shapesOf = (marks: string): Set<number> =>
  new Set([...marks].map((mark) => shape.singleMark + mark.charCodeAt(0)).concat(0, shape.lineEnd));
/** What a sentence begins behind; 0 is before the text. */
const FULL_STOP = shape.singleMark + 0x2e;
const enders = shapesOf('.!?…|•');
/** What may stand between the end of a sentence and the first word of the next. */
const openers = shapesOf('"«»”“()-–—*');
const endersBeforeOpeners = shapesOf('.!?…:');

/** What is written with a full stop before a name or within it; a single letter is, too. */
const abbreviations = hashesOf(
  'mr mrs ms mx messrs dr prof st sr jr rev fr sen rep gov pres gen col maj capt cpt lt sgt hon ' +
    'гр тов проф акад доц ст мл ул пер пр просп пл обл им св зам нач ред инж ген полк подп лейт кап серж',
);

function hashesOf(words: string): Set<number> {
  const reader = new WordReader();
  return new Set(
    words.split(' ').map((word) => {
      reader.read(word, 0, word.length);
      return reader.prefix(word.length);
    }),
  );
}

/** Fill the columns that the place of a token in its text decides. Linear. */
export function describePlaces(columns: TokenColumns, stems: StemCounts): void {
  describeLines(columns);
  describeOpenings(columns);
  describeCase(columns);
  describeSeen(columns, stems);
}

/** How long the line of a token is, and whether it is first or last in it. */
function describeLines(columns: TokenColumns): void {
  let start = 0;
  for (let end = 0; end <= columns.count; end += 1) {
    if (end < columns.count && columns.get(columnAt.shape, end) !== shape.lineEnd) continue;
    for (let token = start; token < end; token += 1) {
      columns.set(columnAt.lineLength, token, Math.min(end - start, MOST_COUNTED));
      columns.set(columnAt.linePlace, token, token === start ? 1 : token === end - 1 ? 2 : 3);
    }
    start = end + 1;
  }
}

/** Whether a word may have its capital from the sentence it begins. */
const opensSentence = { no: 1, yes: 2, behindAbbreviation: 3 } as const;

function describeOpenings(columns: TokenColumns): void {
  let before = 0;
  let last = 0;
  for (let token = 0; token < columns.count; token += 1) {
    const opens = enders.has(last) || (openers.has(last) && endersBeforeOpeners.has(before));
    if (columns.get(columnAt.isWord, token) === 1) {
      const isDoubtful = opens && last === FULL_STOP && isAbbreviation(columns, token - 2);
      const opening = isDoubtful ? 'behindAbbreviation' : opens ? 'yes' : 'no';
      columns.set(columnAt.opens, token, opensSentence[opening]);
    }
    before = last;
    last = columns.get(columnAt.shape, token);
  }
}

function isAbbreviation(columns: TokenColumns, token: number): boolean {
  if (token < 0 || columns.get(columnAt.isWord, token) !== 1) return false;
  return columns.get(columnAt.length, token) === 1 || abbreviations.has(columns.get(columnAt.word, token));
}

/** How the whole text uses capitals, in each of its tokens. */
function describeCase(columns: TokenColumns): void {
  let words = 0;
  let lower = 0;
  let caps = 0;
  for (let token = 0; token < columns.count; token += 1) {
    const written = columns.get(columnAt.shape, token);
    if (columns.get(columnAt.isWord, token) === 0 || written === shape.initial || written === shape.letter)
      continue;
    words += 1;
    if (written === shape.lower) lower += 1;
    else if (written === shape.caps || written === shape.shortCaps) caps += 1;
  }
  const described = caseOfText(words, lower, caps);
  for (let token = 0; token < columns.count; token += 1) columns.set(columnAt.documentCase, token, described);
}

function caseOfText(words: number, lower: number, caps: number): number {
  if (words === 0) return 1;
  if (lower === words) return 2;
  if (caps >= words * MOSTLY) return 3;
  return words - lower >= words * MOSTLY ? 4 : 5;
}

/** Whether a word occurs in small letters in the text, how often with a capital inside sentences, how often at all. */
function describeSeen(columns: TokenColumns, { ids, count, total }: StemCounts): void {
  const small = new Uint8Array(count);
  const capital = new Uint8Array(count);
  for (let token = 0; token < columns.count; token += 1) {
    const id = ids[token] ?? -1;
    if (id < 0) continue;
    if (columns.get(columnAt.shape, token) === shape.lower) small[id] = 1;
    else if (columns.get(columnAt.opens, token) === 1) capital[id] = Math.min(FEW, (capital[id] ?? 0) + 1);
  }
  for (let token = 0; token < columns.count; token += 1) {
    const id = ids[token] ?? -1;
    if (id < 0) continue;
    columns.set(
      columnAt.seen,
      token,
      1 + (small[id] ?? 0) + 2 * (capital[id] ?? 0) + 6 * step(total[id] ?? 0),
    );
  }
}

function step(count: number): number {
  if (count >= SEVERAL) return 2;
  return count >= FEW ? 1 : 0;
}
