import type { RecognitionResult, SpokenSegment, SpokenWord } from '../engines/speech-engine';

/** A word as the text has it, with what follows it up to the next: all tokens in a row are the text again. */
export interface SpokenToken {
  text: string;
  /** What of it can be compared: letters and digits, in lower case. */
  letters: string;
  /** Index of the segment it belongs to. */
  segment: number;
  start: number;
  end: number;
  /** Seconds by which its times may be wrong. */
  doubt: number;
  /** Index of the last word of `heard.words` that is in it or before it; null when none could be found. */
  word: number | null;
}

/** Engines say when a word is spoken to within about this. */
const DOUBT_S = 0.5;
/** How far ahead the letters of a token are looked for among the words: what lies between was written differently. */
const LOOK_AHEAD = 40;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of what was heard; those of a text without times are spread over its segment. */
export function tokensOf(heard: RecognitionResult, span: { start: number; end: number }): SpokenToken[] {
  const whole: SpokenSegment = { ...span, text: heard.text, speaker: null };
  const tokens = (heard.segments ?? [whole]).flatMap((segment, index) => spread(segment, index));
  return heard.words === null ? tokens : withTimes(tokens, heard.words);
}

/** What can be compared of a text. */
function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, ''); // prettier-ignore
}

function spread({ start, end, text }: SpokenSegment, segment: number): SpokenToken[] {
  const parts = splitWords(text);
  const length = Math.max(1, text.length);
  const at = (offset: number): number => start + ((end - start) * offset) / length;
  let offset = 0;
  return parts.map((part) => {
    const from = offset;
    offset += part.length;
    const doubt = DOUBT_S + (end - start) / 4;
    return { text: part, letters: lettersOf(part), segment, start: at(from), end: at(offset), doubt, word: null }; // prettier-ignore
  });
}

/** Each with the marks around it: those before a blank belong to the word before, those behind it to the next. */
function splitWords(text: string): string[] {
  const borders: number[] = [];
  let end: number | null = null;
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    if (end !== null) {
      const blank = text.slice(end, index).search(/\s(?=\S*$)/u);
      borders.push(blank === -1 ? index : end + blank + 1);
    }
    end = index + segment.length;
  }
  return [0, ...borders].map((from, part) => text.slice(from, borders[part])).filter((part) => part !== '');
}

/** Find each token among the words by its letters, in order; whoever is not found keeps its guess. */
function withTimes(tokens: readonly SpokenToken[], words: readonly SpokenWord[]): SpokenToken[] {
  const letters = words.map(({ word }) => lettersOf(word));
  const stream = letters.join('');
  const wordAt = letters.flatMap((one, index) => Array.from<number>({ length: one.length }).fill(index));
  let at = 0;
  return tokens.map((token) => {
    const found = token.letters === '' ? -1 : stream.slice(at, at + LOOK_AHEAD + token.letters.length).indexOf(token.letters); // prettier-ignore
    if (found === -1) return token;
    const first = at + found;
    const end = first + token.letters.length;
    const firstWord = wordAt[first] as number;
    const word = wordAt[end - 1] as number;
    const [from, to] = [words[firstWord] as SpokenWord, words[word] as SpokenWord];
    if (to.end < token.start - token.doubt || from.start > token.end + token.doubt) return token;
    at = end;
    return { ...token, start: from.start, end: to.end, doubt: DOUBT_S, word };
  });
}
