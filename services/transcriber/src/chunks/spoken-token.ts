import type { RecognitionResult } from '../engines/speech-engine';
import type { SpokenSegment, SpokenWord } from '../spoken-segment';

/** A word of a text with the punctuation and spaces around it. All tokens of a text in order are the whole text. */
export interface SpokenToken {
  text: string;
  /** Normalized for comparison: letters and digits in lower case. */
  letters: string;
  /** Index of its segment. */
  segment: number;
  /** Seconds from the start of the recording. */
  start: number;
  end: number;
  /** Possible error of `start` and `end`, in seconds. */
  uncertainty: number;
  /** Index of the last of `result.words` that belongs to it; null when none matches. */
  word: number | null;
}

/** Accuracy of the word timestamps of engines, in seconds. */
const TIMESTAMP_ERROR_S = 0.5;
/** Letters to search ahead for a token in the words of the engine: text and words may be spelled differently. */
const LOOK_AHEAD = 40;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Splits a result into tokens. Without word timestamps their times are interpolated within the segment, or `span`. */
export function tokensOf(result: RecognitionResult, span: { start: number; end: number }): SpokenToken[] {
  const whole: SpokenSegment = { ...span, text: result.text, speaker: null };
  const tokens = (result.segments ?? [whole]).flatMap((segment, index) => interpolate(segment, index));
  return result.words === null ? tokens : alignToWords(tokens, result.words);
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, ''); // prettier-ignore
}

/** Distributes the time of a segment over its words in proportion to their length. */
function interpolate({ start, end, text }: SpokenSegment, segment: number): SpokenToken[] {
  const parts = splitWords(text);
  const length = Math.max(1, text.length);
  const at = (offset: number): number => start + ((end - start) * offset) / length;
  const uncertainty = TIMESTAMP_ERROR_S + (end - start) / 4;
  let offset = 0;
  return parts.map((part) => {
    const from = offset;
    offset += part.length;
    const letters = lettersOf(part);
    return { text: part, letters, segment, start: at(from), end: at(offset), uncertainty, word: null };
  });
}

/** Punctuation before a space belongs to the preceding word, punctuation after it to the following word. */
function splitWords(text: string): string[] {
  const boundaries: number[] = [];
  let end: number | null = null;
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    if (end !== null) {
      const space = text.slice(end, index).search(/\s(?=\S*$)/u);
      boundaries.push(space === -1 ? index : end + space + 1);
    }
    end = index + segment.length;
  }
  return [0, ...boundaries]
    .map((from, part) => text.slice(from, boundaries[part]))
    .filter((part) => part !== '');
}

/** Matches tokens with words by their letters, in order. Tokens without a match keep their interpolated times. */
function alignToWords(tokens: readonly SpokenToken[], words: readonly SpokenWord[]): SpokenToken[] {
  const letters = words.map(({ word }) => lettersOf(word));
  const stream = letters.join('');
  const wordAt = letters.flatMap((one, index) => Array.from<number>({ length: one.length }).fill(index));
  let at = 0;
  return tokens.map((token) => {
    const ahead = stream.slice(at, at + LOOK_AHEAD + token.letters.length);
    const found = token.letters === '' ? -1 : ahead.indexOf(token.letters);
    if (found === -1) return token;
    const first = at + found;
    const end = first + token.letters.length;
    const firstWord = wordAt[first] as number;
    const word = wordAt[end - 1] as number;
    const [from, to] = [words[firstWord] as SpokenWord, words[word] as SpokenWord];
    const isTooFar = to.end < token.start - token.uncertainty || from.start > token.end + token.uncertainty;
    if (isTooFar) return token;
    at = end;
    return { ...token, start: from.start, end: to.end, uncertainty: TIMESTAMP_ERROR_S, word };
  });
}
