import stringWidth from 'string-width';
import { segmentText } from './segment-text';

/** What no line break divides: a word (also of a script without spaces), or a part of a word longer than a line. */
export interface TextUnit {
  text: string;
  /** Columns; a wide character takes two. */
  width: number;
  hasSpaceBefore: boolean;
}

const WIDE = 2;
/** Characters that are one UTF-16 unit, one grapheme and one column each; texts of them need no segmenter. */
const plainText =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0373\u0386-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u20ac\u2116]*$/;
/** White space at which a line may break: all but no-break spaces. */
const breakable = /(?:(?![\u00a0\u202f\ufeff])[\s\u0085])+/;
/** What must not begin a line in scripts without spaces (Japanese: kinsoku). */
const noBreakBefore = /^[\p{P}\p{M}\u30fc\u3005]+$/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Split text at its spaces, scripts without spaces at their words, and words wider than `widthMax` columns between graphemes. */
export function splitUnits(text: string, language: string, widthMax: number): TextUnit[] {
  const words = removeControls(text)
    .split(breakable)
    .filter((word) => word.trim() !== '');
  return words.flatMap((word) => {
    const width = widthOf(word);
    if (plainText.test(word) && width <= widthMax) return [{ text: word, width, hasSpaceBefore: true }];
    const parts = isUnspacedScript(word) ? splitByDictionary(word, language) : [word];
    return parts
      .flatMap((part) => (widthOf(part) <= widthMax ? [part] : splitGraphemes(part, widthMax)))
      .filter((part) => part.trim() !== '')
      .map((part, i) => ({ text: part, width: widthOf(part), hasSpaceBefore: i === 0 }));
  });
}

/** Columns that a text takes in a fixed-width font. */
export function widthOf(text: string): number {
  if (plainText.test(text)) return text.length;
  let width = 0;
  for (const grapheme of segmentText(text, graphemes)) width += graphemeWidth(grapheme);
  return width;
}

/** Players do not show control characters, and some fail on them or on lone surrogates. */
function removeControls(text: string): string {
  return text.toWellFormed().replace(/(?!\s|\u0085)\p{Cc}/gu, '');
}

function graphemeWidth(grapheme: string): number {
  return Math.min(WIDE, Math.max(1, stringWidth(grapheme)));
}

function isUnspacedScript(word: string): boolean {
  return /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u.test(word);
}

function splitByDictionary(text: string, language: string): string[] {
  const words = new Intl.Segmenter(localeOf(language), { granularity: 'word' });
  const parts: string[] = [];
  for (const word of segmentText(text, words)) {
    if (parts.length > 0 && noBreakBefore.test(word)) parts.push((parts.pop() ?? '') + word);
    else parts.push(word);
  }
  return parts;
}

/** `Intl.Segmenter` throws on a malformed language tag, and speech engines may return one. */
function localeOf(language: string): string {
  return /^[a-z]{2,3}$/i.test(language) ? language : 'en';
}

function splitGraphemes(text: string, widthMax: number): string[] {
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
