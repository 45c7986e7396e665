import { columnAt, TokenColumns } from './columns';
import { countStems } from './count-stems';
import { describePlaces } from './describe-places';
import { describeWord, type Lexicons } from './describe-word';
import { matchGazetteer } from './match-gazetteer';
import { tokenize, tokenKind, type Tokens } from '../text/tokenize';
import { shape, WordReader } from '../text/word-reader';

/** A part of a text as the model reads it. */
export interface DescribedText {
  tokens: Tokens;
  columns: TokenColumns;
}

const NO_WORD_IN_LEXICON = 0x10_0000;
const DIGIT_ZERO = 0x30;

/** Everything the model looks at, for the tokens of a part of a text. Linear. */
export function describeText(
  text: string,
  lexicons: Lexicons,
  { from, to } = { from: 0, to: text.length },
): DescribedText {
  const tokens = tokenize(text, from, to);
  const columns = new TokenColumns(tokens.count);
  const reader = new WordReader();
  for (let token = 0; token < tokens.count; token += 1) {
    columns.set(columnAt.always, token, 1);
    if (tokens.kinds[token] === tokenKind.word) {
      reader.read(text, tokens.starts[token] ?? 0, tokens.ends[token] ?? 0);
      describeWord(reader, { columns, token, lexicons });
    } else describeOther(text, { tokens, columns, token });
  }
  describeGlue(text, tokens, columns);
  matchGazetteer(columns, lexicons.gazetteer);
  describePlaces(columns, countStems(columns));
  return { tokens, columns };
}

interface OtherPlace {
  tokens: Tokens;
  columns: TokenColumns;
  token: number;
}

function describeOther(text: string, { tokens, columns, token }: OtherPlace): void {
  const start = tokens.starts[token] ?? 0;
  const length = (tokens.ends[token] ?? 0) - start;
  const kind = tokens.kinds[token] ?? 0;
  // Numbers are distinguished by their length, marks by themselves.
  const unit = kind === tokenKind.number ? DIGIT_ZERO : text.charCodeAt(start + length - 1);
  columns.set(columnAt.word, token, Math.imul(unit + 1, 0x9e3779b1) ^ length);
  columns.set(columnAt.shape, token, shapeOf(kind, length, unit));
  columns.set(columnAt.lexicon, token, NO_WORD_IN_LEXICON);
  columns.set(columnAt.hints, token, 1);
}

const numberShapes: readonly number[] = [
  shape.digits,
  shape.digit,
  shape.twoDigits,
  shape.digits,
  shape.fourDigits,
];

function shapeOf(kind: number, length: number, unit: number): number {
  if (kind === tokenKind.lineEnd) return shape.lineEnd;
  if (kind === tokenKind.number) return numberShapes[length] ?? shape.digits;
  return length === 1 ? shape.singleMark + unit : shape.marks;
}

const NOTHING = 1;
const WORD = 2;
const NUMBER = 3;
const CLITIC = 4;
const kindsOfGlue: Readonly<Record<number, number>> = {
  [tokenKind.word]: WORD,
  [tokenKind.number]: NUMBER,
  [tokenKind.clitic]: CLITIC,
};

/** What a token touches without a blank: a word, a number, which mark. */
function describeGlue(text: string, tokens: Tokens, columns: TokenColumns): void {
  const glueOf = (token: number): number =>
    kindsOfGlue[tokens.kinds[token] ?? 0] ?? shape.singleMark + text.charCodeAt(tokens.starts[token] ?? 0);
  for (let token = 0; token < tokens.count; token += 1) {
    const isBefore = token > 0 && tokens.ends[token - 1] === tokens.starts[token];
    const isBehind = token + 1 < tokens.count && tokens.starts[token + 1] === tokens.ends[token];
    columns.set(columnAt.gluedBefore, token, isBefore ? glueOf(token - 1) : NOTHING);
    columns.set(columnAt.gluedBehind, token, isBehind ? glueOf(token + 1) : NOTHING);
  }
}
