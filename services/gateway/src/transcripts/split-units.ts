import stringWidth from 'string-width';
import { segmentText } from './segment-text';

/** What is never cut: a word, of a script without spaces too, or a part of one that is too long for a line. */
export interface TextUnit {
  text: string;
  /** Columns; a wide character takes two. */
  width: number;
  /** Whether a space stands before it. */
  isSpaced: boolean;
}

const WIDE = 2;
/** Letters that need no look at graphemes: one unit, one column. */
const plainText =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0373\u0386-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u20ac\u2116]*$/;
/** White space between words; the kinds that forbid a break are kept. */
const breakable = /(?:(?![\u00a0\u202f\ufeff])[\s\u0085])+/;
/** What must not open a line in scripts without spaces. */
const clinging = /^[\p{P}\p{M}\u30fc\u3005]+$/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Split text at its spaces, text of wide scripts at its words, and what is wider than `widthMax` anywhere between graphemes. */
export function splitUnits(text: string, language: string, widthMax: number): TextUnit[] {
  const words = readable(text)
    .split(breakable)
    .filter((word) => word.trim() !== '');
  return words.flatMap((word) => {
    const width = widthOf(word);
    if (plainText.test(word) && width <= widthMax) return [{ text: word, width, isSpaced: true }];
    const parts = hasWide(word) ? splitWide(word, language) : [word];
    return parts
      .flatMap((part) => (widthOf(part) <= widthMax ? [part] : cutLong(part, widthMax)))
      .filter((part) => part.trim() !== '')
      .map((part, i) => ({ text: part, width: widthOf(part), isSpaced: i === 0 }));
  });
}

/** Columns that a text takes. */
export function widthOf(text: string): number {
  if (plainText.test(text)) return text.length;
  let width = 0;
  for (const grapheme of segmentText(text, graphemes)) width += graphemeWidth(grapheme);
  return width;
}

/** Without what no player shows and some stumble over: lone surrogates and control characters. */
function readable(text: string): string {
  return text.toWellFormed().replace(/(?!\s|\u0085)\p{Cc}/gu, '');
}

function graphemeWidth(grapheme: string): number {
  return Math.min(WIDE, Math.max(1, stringWidth(grapheme)));
}

function hasWide(word: string): boolean {
  return /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u.test(word);
}

function splitWide(text: string, language: string): string[] {
  const words = new Intl.Segmenter(localeOf(language), { granularity: 'word' });
  const parts: string[] = [];
  for (const word of segmentText(text, words)) {
    if (parts.length > 0 && clinging.test(word)) parts.push((parts.pop() ?? '') + word);
    else parts.push(word);
  }
  return parts;
}

/** Engines may name a language in ways that are none. */
function localeOf(language: string): string {
  return /^[a-z]{2,3}$/i.test(language) ? language : 'en';
}

function cutLong(text: string, widthMax: number): string[] {
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const grapheme of segmentText(text, graphemes)) {
    const more = graphemeWidth(grapheme);
    if (width + more > widthMax && part !== '') {
      parts.push(part);
      [part, width] = ['', 0];
    }
    part += grapheme;
    width += more;
  }
  return [...parts, part];
}
