import type { RecognitionResult, SpokenSegment, SpokenWord } from '../engines/speech-engine';
import { findOverlapBoundary } from './find-overlap-boundary';
import type { TranscribedChunk } from './transcribed-chunk';
import { joinTexts } from './join-texts';
import { majorityLanguage } from './majority-language';
import { tokensOf, type SpokenToken } from './spoken-token';

/** Of the whole recording; a chunk whose engine gave no segments is one. */
export interface MergedResult extends RecognitionResult {
  segments: SpokenSegment[];
}

/** What is left of a chunk: its tokens from the first to before the end; null: all of it, nobody needed its tokens. */
interface Part {
  chunk: TranscribedChunk;
  tokens: SpokenToken[] | null;
  first: number;
  end: number;
}

/**
 * One transcript out of chunks in order. Chunks that were cut at a pause follow each other; what two chunks both heard
 * around a cut through speech is in it once.
 */
export function mergeChunks(chunks: readonly TranscribedChunk[]): MergedResult {
  const parts = chunks.map((chunk): Part => ({ chunk, tokens: null, first: 0, end: Infinity }));
  for (const [index, right] of parts.entries()) {
    const left = parts[index - 1];
    if (left && left.chunk.end > right.chunk.start) sew(left, right);
  }
  const heard = parts.map(restOf).filter(({ text }) => text !== '');
  return {
    text: joinTexts(heard.map(({ text }) => text)),
    language: majorityLanguage(chunks),
    segments: heard.flatMap(({ segments }) => segments),
    words: allOrNone(heard.map(({ words }) => words)),
  };
}

function sew(left: Part, right: Part): void {
  left.tokens ??= tokensOf(left.chunk.heard, left.chunk);
  right.tokens ??= tokensOf(right.chunk.heard, right.chunk);
  const [start, cut, end] = [right.chunk.start, left.chunk.to, left.chunk.end];
  const own = left.tokens.slice(left.first);
  const { kept, dropped } = findOverlapBoundary(own, right.tokens, { start, cut, end });
  left.end = left.first + kept;
  right.first = dropped;
}

/** What is left of the chunk, word for word as the engine wrote it. A chunk without segments becomes one. */
function restOf({ chunk, tokens, first, end }: Part): MergedResult {
  const { heard } = chunk;
  const whole = { start: chunk.from, end: chunk.to, text: heard.text, speaker: null };
  const segments = (heard.segments ?? [whole]).filter(({ text }) => text.trim() !== '');
  if (!tokens || (first === 0 && end >= tokens.length)) {
    return { ...heard, text: heard.text.trim(), segments };
  }
  const rest = tokens.slice(first, end);
  const cutSegments = (heard.segments ?? [whole]).flatMap((segment, index) => {
    const all = tokens.filter((token) => token.segment === index);
    const left = rest.filter((token) => token.segment === index);
    const [start, last] = [left[0], left.at(-1)];
    if (!start || !last) return [];
    if (left.length === all.length) return [segment];
    const text = left.map((token) => token.text).join('').trim(); // prettier-ignore
    return [
      {
        ...segment,
        text,
        start: start === all[0] ? segment.start : start.start,
        end: last === all.at(-1) ? segment.end : last.end,
      },
    ];
  });
  return {
    text: joinTexts(cutSegments.map(({ text }) => text)),
    language: heard.language,
    segments: cutSegments,
    words: heard.words && wordsOf(heard.words, tokens, { first, end }),
  };
}

/** The words of the tokens that are left: by what was found to belong together, else by time. */
function wordsOf(
  words: readonly SpokenWord[],
  tokens: readonly SpokenToken[],
  rest: { first: number; end: number },
): SpokenWord[] {
  const [before, last] = [tokens[rest.first - 1], tokens[rest.end - 1]];
  return words.filter((word, index) => {
    const isBehind = (token: SpokenToken): boolean =>
      token.word === null ? (word.start + word.end) / 2 > token.end : index > token.word;
    const isGone = before !== undefined && !isBehind(before);
    const isNext = rest.end < tokens.length && (last === undefined || isBehind(last));
    return !isGone && !isNext;
  });
}

function allOrNone<T>(lists: readonly (readonly T[] | null)[]): T[] | null {
  return lists.every((list) => list !== null) ? lists.flat() : null;
}
