import type { SplitText } from '../split-words';
import type { Span } from '../spans';
import { type NumberWord, numberWords } from './number-words';

/** A number of a text, said in words or written in digits; UTF-16 offsets. */
export interface SpokenNumber extends Span {
  digits: string;
  ordinal: NumberWord['ordinal'];
  /** With thousands: how much or which year, no part of what is dictated digit by digit. */
  isCount: boolean;
  /** Null: written in digits. */
  language: 'ru' | 'en' | null;
  /** How it follows the number before: at once, behind a pause or a filler, or not. */
  follows: 'tight' | 'soft' | null;
}

interface Token extends Span {
  word: NumberWord | null;
}

const fillers =
  'э+м*|м{2,}|ну|так|вот|значит|дальше|далее|потом|затем|там|ещ[её]|и|а|да|ага|угу|тире|дефис|ч[её]рточка|пробел|пишу|записываю|записал[аи]?|слушаю|хорошо|' +
  'u+h+m*|u+m+|er+m*|hm+|so|then|and|dash|hyphen|space|okay|ok|yes|yeah|yep|right|got it|mhm|uh-huh';
const signs = '[ \\t\\u00a0.,;:…—–-]{0,4}';
/** A new turn in which the dictation goes on: «\nОператор: ». */
const turn = '(?:\\r?\\n[ \\t—–-]{0,4}(?:\\p{Lu}\\p{L}{1,20}(?: \\d)?: )?)?';
const tightGap = /^(?:[ \u00a0]{1,2}|-| ?\r?\n[ \t]{0,8})$/;
const softGap = new RegExp(
  `^${signs}${turn}${signs}(?:(?<!\\p{L})(?:${fillers})(?!\\p{L})${signs}${turn}${signs}){0,3}$`,
  'iu',
);
const GAP_MAX = 48;
const JOINED_MAX = 10;
const SCALE = 1_000;
const YEARS_END = 2_100;
const DIGITS_MAX = 20;

/** The numbers of a text in order, those in words read to digits; empty when none is said in words. Linear. */
export function readNumbers({ text, words }: SplitText): SpokenNumber[] {
  const tokens = tokensOf(text, words);
  if (!tokens.some(({ word }) => word !== null)) return [];
  const numbers: SpokenNumber[] = [];
  for (let at = 0; at < tokens.length;) {
    const { next, number } = readNumber(text, tokens, at);
    at = next;
    if (number === null) continue;
    numbers.push({ ...number, follows: followsOf(text, numbers.at(-1), number.start) });
  }
  return numbers;
}

function followsOf(text: string, before: Span | undefined, start: number): SpokenNumber['follows'] {
  if (before === undefined || start - before.end > GAP_MAX) return null;
  const gap = text.slice(before.end, start);
  if (tightGap.test(gap)) return 'tight';
  return softGap.test(gap) ? 'soft' : null;
}

/** Words of numbers, those in words with hyphens too (“forty-five”), and runs of digits without letters. */
function tokensOf(text: string, words: SplitText['words']): Token[] {
  const known = numberWords();
  const said: Token[] = [];
  for (const { start, end, folded } of words) {
    const word = known.get(folded);
    if (word !== undefined) said.push({ start, end, word });
    else if (folded.includes('-')) said.push(...hyphenedTokens(folded, start));
  }
  if (said.length === 0) return [];
  const written = Array.from(
    text.matchAll(/(?<![\p{L}\d])\d{1,20}(?![\p{L}\d])/gu),
    ({ 0: digits, index: start }): Token => ({ start, end: start + digits.length, word: null }),
  );
  return written.length === 0 ? said : [...said, ...written].sort((a, b) => a.start - b.start);
}

/** “forty-five”; empty when a part is no word of a number. */
function hyphenedTokens(folded: string, start: number): Token[] {
  let from = start;
  const parts = folded.split('-').map((part): Token => {
    const span = { start: from, end: from + part.length };
    from = span.end + 1;
    return { ...span, word: numberWords().get(part) ?? null };
  });
  return parts.some((part) => part.word === null) ? [] : parts;
}

interface Read {
  next: number;
  number: Omit<SpokenNumber, 'follows'> | null;
}

function readNumber(text: string, tokens: readonly Token[], at: number): Read {
  const first = tokens[at];
  if (first === undefined) return { next: at + 1, number: null };
  const { word, start, end } = first;
  const digits = word === null ? text.slice(start, end) : digitOf(word);
  if (digits !== null) return read(tokens, { at, last: at, digits });
  const repeated = readRepeated(text, tokens, at);
  if (repeated !== undefined)
    return repeated === null
      ? { next: at + 1, number: null }
      : read(tokens, { at, last: at + 1, digits: repeated });
  return readSum(text, tokens, at);
}

/** A word that is a digit by itself. */
function digitOf({ kind, value }: NumberWord): string | null {
  return kind === 'figure' || kind === 'zero' ? String(value) : null;
}

/** “double five”, «три семёрки»; null: “double” alone; undefined: neither. */
function readRepeated(text: string, tokens: readonly Token[], at: number): string | null | undefined {
  const word = tokens[at]?.word ?? null;
  const next = (isTight(text, tokens, at + 1) && tokens[at + 1]?.word) || null;
  if (word?.kind === 'repeat') return isDigit(next) ? String(next.value).repeat(word.value) : null;
  const isCounted = word?.kind === 'unit' && word.value > 1 && next?.kind === 'figure';
  return isCounted ? String(next.value).repeat(word.value) : undefined;
}

const isDigit = (word: NumberWord | null): word is NumberWord =>
  word?.kind === 'unit' || word?.kind === 'zero';

interface Made extends Partial<Pick<SpokenNumber, 'ordinal' | 'isCount'>> {
  at: number;
  last: number;
  digits: string;
}

function read(tokens: readonly Token[], { at, last, digits, ordinal = null, isCount = false }: Made): Read {
  const start = tokens[at]?.start ?? 0;
  const end = tokens[last]?.end ?? start;
  const language = languageAt(tokens, at);
  return { next: last + 1, number: { start, end, digits, ordinal, isCount, language } };
}

function isTight(text: string, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined || token.start - before.end > JOINED_MAX) return false;
  return tightGap.test(text.slice(before.end, token.start));
}

/** “one hundred and five”: only there the word is part of the number. */
function isJoined(text: string, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined || token.start - before.end > JOINED_MAX) return false;
  const isLarge = before.word?.kind === 'hundreds' || before.word?.kind === 'thousands';
  return isLarge && before.word?.language === 'en' && / and $/i.test(text.slice(before.end, token.start));
}

/** A number as its words add up: hundreds, tens and ones in falling order, with thousands before them. */
class Sum {
  isScaled = false;
  #whole = 0;
  #section = 0;
  /** What may still be added is smaller. */
  #room = SCALE;

  get value(): number {
    return this.#whole + this.#section;
  }

  /** Whether a word goes on with the number, which then has it. */
  add({ kind, value }: NumberWord): boolean {
    if (kind === 'hundreds') return this.#addHundreds(value);
    if (kind === 'thousands' || kind === 'millions') return this.#addScale(value);
    if (!this.#fits(kind)) return false;
    this.#section += value;
    this.#room = kind === 'hundred' ? 100 : kind === 'ten' ? 10 : 1;
    return true;
  }

  #fits(kind: NumberWord['kind']): boolean {
    if (kind === 'unit') return this.#room > 1;
    if (kind === 'hundred') return this.#room > 100;
    return (kind === 'teen' || kind === 'ten') && this.#room > 10;
  }

  #addHundreds(value: number): boolean {
    if (this.#section === 0 || this.#section >= 100 || this.#room === 100) return false;
    this.#section *= value;
    this.#room = 100;
    return true;
  }

  #addScale(value: number): boolean {
    if (this.isScaled && this.#whole % (value * SCALE) !== 0) return false;
    this.#whole += (this.#section || 1) * value;
    this.#section = 0;
    this.#room = SCALE;
    this.isScaled = true;
    return true;
  }
}

const languageAt = (tokens: readonly Token[], at: number): NumberWord['language'] | null =>
  tokens[at]?.word?.language ?? null;

function readSum(text: string, tokens: readonly Token[], at: number): Read {
  const sum = new Sum();
  const language = languageAt(tokens, at);
  let ordinal: NumberWord['ordinal'] = null;
  let last = at;
  for (let i = at; i < tokens.length && ordinal === null; i += 1) {
    const word = languageAt(tokens, i) === language ? tokens[i]?.word : null;
    if (!word) break;
    if ((i > at && !isTight(text, tokens, i) && !isJoined(text, tokens, i)) || !sum.add(word)) break;
    ordinal = word.ordinal;
    last = i;
  }
  // “hundred” alone is no number.
  if (sum.value === 0) return { next: at + 1, number: null };
  const isCount = sum.isScaled && !(sum.value >= SCALE && sum.value < YEARS_END);
  return read(tokens, { at, last, digits: String(sum.value).slice(0, DIGITS_MAX), ordinal, isCount });
}
