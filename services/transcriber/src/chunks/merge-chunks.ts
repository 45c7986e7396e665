import type { RecognitionResult } from '../engines/speech-engine';
import type { SpokenSegment, SpokenWord } from '../spoken-segment';
import { findOverlapBoundary } from './find-overlap-boundary';
import { joinTexts } from './join-texts';
import { majorityLanguage } from './majority-language';
import { tokensOf, type SpokenToken } from './spoken-token';
import type { TranscribedChunk } from './transcribed-chunk';

/** The result for the whole recording. A chunk whose engine returned no segments is one segment. */
export interface MergedResult extends RecognitionResult {
  segments: SpokenSegment[];
}

/** A chunk with the range of its tokens that the merged result keeps. */
interface TrimmedChunk {
  chunk: TranscribedChunk;
  /** Null: the chunk overlaps no other one and is kept as a whole. */
  tokens: SpokenToken[] | null;
  first: number;
  /** Exclusive. */
  end: number;
}

/** Merges the results of consecutive chunks. Words in the overlap of two chunks are kept once. */
export function mergeChunks(chunks: readonly TranscribedChunk[]): MergedResult {
  const trimmed = chunks.map((chunk): TrimmedChunk => ({ chunk, tokens: null, first: 0, end: Infinity }));
  for (const [index, right] of trimmed.entries()) {
    const left = trimmed[index - 1];
    if (left && left.chunk.end > right.chunk.start) trimOverlap(left, right);
  }
  const results = trimmed.map(resultOf).filter(({ text }) => text !== '');
  return {
    text: joinTexts(results.map(({ text }) => text)),
    language: majorityLanguage(chunks),
    segments: results.flatMap(({ segments }) => segments),
    words: allOrNone(results.map(({ words }) => words)),
  };
}

function trimOverlap(left: TrimmedChunk, right: TrimmedChunk): void {
  left.tokens ??= tokensOf(left.chunk.result, left.chunk);
  right.tokens ??= tokensOf(right.chunk.result, right.chunk);
  const [start, cut, end] = [right.chunk.start, left.chunk.to, left.chunk.end];
  const own = left.tokens.slice(left.first);
  const { kept, dropped } = findOverlapBoundary(own, right.tokens, { start, cut, end });
  left.end = left.first + kept;
  right.first = dropped;
}

/** The result of the kept tokens, with the text unchanged. A chunk without segments becomes one segment. */
function resultOf({ chunk, tokens, first, end }: TrimmedChunk): MergedResult {
  const { result } = chunk;
  const whole = { start: chunk.from, end: chunk.to, text: result.text, speaker: null };
  const segments = (result.segments ?? [whole]).filter(({ text }) => text.trim() !== '');
  if (!tokens || (first === 0 && end >= tokens.length)) {
    return { ...result, text: result.text.trim(), segments };
  }
  const kept = tokens.slice(first, end);
  const keptSegments = (result.segments ?? [whole]).flatMap((segment, index) => {
    const all = tokens.filter((token) => token.segment === index);
    return trimSegment(
      segment,
      all,
      kept.filter((token) => token.segment === index),
    );
  });
  return {
    text: joinTexts(keptSegments.map(({ text }) => text)),
    language: result.language,
    segments: keptSegments,
    words: result.words && wordsOf(result.words, tokens, { first, end }),
  };
}

/** Empty when none of the tokens is kept. */
function trimSegment(
  segment: SpokenSegment,
  all: readonly SpokenToken[],
  kept: readonly SpokenToken[],
): SpokenSegment[] {
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last) return [];
  if (kept.length === all.length) return [segment];
  const text = kept
    .map((token) => token.text)
    .join('')
    .trim();
  const start = first === all[0] ? segment.start : first.start;
  const end = last === all.at(-1) ? segment.end : last.end;
  return [{ ...segment, text, start, end }];
}

/** The words of the kept tokens: by the match of token and word, or by time for tokens without a match. */
function wordsOf(
  words: readonly SpokenWord[],
  tokens: readonly SpokenToken[],
  kept: { first: number; end: number },
): SpokenWord[] {
  const [before, last] = [tokens[kept.first - 1], tokens[kept.end - 1]];
  return words.filter((word, index) => {
    const isAfter = (token: SpokenToken): boolean =>
      token.word === null ? (word.start + word.end) / 2 > token.end : index > token.word;
    const isOfPreceding = before !== undefined && !isAfter(before);
    const isOfFollowing = kept.end < tokens.length && (last === undefined || isAfter(last));
    return !isOfPreceding && !isOfFollowing;
  });
}

function allOrNone<T>(lists: readonly (readonly T[] | null)[]): T[] | null {
  return lists.every((list) => list !== null) ? lists.flat() : null;
}
