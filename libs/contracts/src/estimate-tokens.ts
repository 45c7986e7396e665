/*
 * Hundredths of tokens per character, on the high side of what the byte-pair tokenizers of today need for prose. Every model
 * counts differently and few publish how: an estimate that is too high costs one part more, one that is too low costs a
 * refused request, after which the part is halved.
 */
const LETTER = 35;
const BLANK = 30;
/** Digits, punctuation, control characters; also letters of runs no word is as long as: links, keys, base64. */
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

/** The estimate for a stretch of a text, by UTF-16 offsets, at no cost. */
export type TokenScale = (start: number, end: number) => number;

/** About the most tokens a text has. */
export function estimateTokens(text: string): number {
  return tokenScale(text)(0, text.length);
}

/** Measure a text once; the estimates of stretches that cover it never add up to less than that of the whole. */
export function tokenScale(text: string): TokenScale {
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

/** Of a UTF-16 unit; both halves of a surrogate pair weigh the same. */
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
