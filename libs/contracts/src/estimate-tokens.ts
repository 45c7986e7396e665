/*
 * Hundredths of tokens per UTF-16 unit, an upper estimate for prose with current byte-pair tokenizers. Tokenizers differ per
 * model and few are published: an estimate that is too high costs one chunk more, one that is too low costs a refused
 * request, after which the chunk is halved.
 */
const LETTER = 35;
const BLANK = 30;
/** Digits, punctuation, control characters; also letters in runs longer than `WORD_MAX` (links, keys, base64). */
const SINGLE = 100;
const ACCENTED_LATIN = 200;
const CYRILLIC = 60;
const CYRILLIC_CAPITAL = 100;
/** Greek, Hebrew, Arabic, combining marks. */
const TWO_BYTES = 120;
const EAST_ASIAN = 150;
/** Indic scripts, Thai, Georgian, symbols. */
const THREE_BYTES = 220;
/** Emoji, rare scripts: as many tokens as bytes. */
const FOUR_BYTES = 400;

const WORD_MAX = 16;

/** Estimate the tokens of a span of a text, by UTF-16 offsets, in constant time. */
export type TokenEstimator = (start: number, end: number) => number;

/** Estimate the tokens of a text, rather too many than too few. */
export function estimateTokens(text: string): number {
  return createTokenEstimator(text)(0, text.length);
}

/** Create an estimator for one text in linear time. Estimates of spans that cover the text add up to at least that of the whole. */
export function createTokenEstimator(text: string): TokenEstimator {
  const sums = new Float64Array(text.length + 1);
  let sum = 0;
  let run = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    run = unit > 0x20 && unit < 0x7f ? run + 1 : 0;
    sum += run > WORD_MAX ? SINGLE : weigh(unit);
    sums[i + 1] = sum;
  }
  return (start, end) => Math.ceil(((sums[end] ?? 0) - (sums[start] ?? 0)) / 100);
}

/** Weight of a UTF-16 unit; both halves of a surrogate pair have the same. */
function weigh(unit: number): number {
  if (unit < 0x80) return weighAscii(unit);
  if (unit < 0x800) return weighTwoBytes(unit);
  if (unit >= 0xd800 && unit < 0xe000) return FOUR_BYTES / 2;
  if (unit >= 0x2000 && unit < 0x2070) return SINGLE;
  const isEastAsian = (unit >= 0x3000 && unit < 0xa000) || (unit >= 0xac00 && unit < 0xd7b0);
  return isEastAsian || unit >= 0xff00 ? EAST_ASIAN : THREE_BYTES;
}

function weighTwoBytes(unit: number): number {
  if (unit < 0x250) return ACCENTED_LATIN;
  if (unit < 0x400 || unit >= 0x500) return TWO_BYTES;
  return unit < 0x430 ? CYRILLIC_CAPITAL : CYRILLIC;
}

function weighAscii(unit: number): number {
  if (unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d) return BLANK;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? LETTER : SINGLE;
}
