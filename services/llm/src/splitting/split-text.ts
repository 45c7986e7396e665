import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTokenEstimator, type TokenEstimator } from '@medley/contracts';
import { findBoundary } from './find-boundary';

/** A part of a text that one call processes. */
interface TextChunk {
  /** Without leading and trailing whitespace. */
  body: string;
  /** The whitespace between this chunk and the next one or the end of the text. */
  gap: string;
  /** The whole sentences right before the chunk, repeated as context. Empty without overlap. */
  overlap: string;
}

/** A text split into chunks. */
export interface SplitText {
  /** The leading whitespace of the text. */
  lead: string;
  /** `lead` and every `body` and `gap` in order concatenate to the text. */
  chunks: TextChunk[];
}

/** How a text is split. */
export interface SplitOptions {
  /** Limit of a chunk including its overlap, in estimated tokens. */
  tokensMax: number;
  /** ISO 639-1, for sentence boundaries. */
  language: string;
  /** Sentences before a chunk that it repeats; default 0. */
  overlap?: number;
}

/** The share of a chunk that overlap may take. */
const OVERLAP_SHARE = 0.1;
/** Longest time on the event loop without yielding. */
const YIELD_MS = 20;

/**
 * Splits a text at paragraph, sentence, word or character boundaries. Linear in the length of any text; yields to the
 * event loop every 20 ms.
 */
export async function splitText(text: string, options: SplitOptions): Promise<SplitText> {
  const scale = createTokenEstimator(text);
  const sentences = new Intl.Segmenter(options.language, { granularity: 'sentence' });
  const overlapMax = options.overlap ? Math.floor(options.tokensMax * OVERLAP_SHARE) : 0;
  const chunks: TextChunk[] = [];
  let start = skipWhitespace(text, 0);
  const lead = text.slice(0, start);
  let overlap = '';
  let resumedAt = performance.now();
  while (start < text.length) {
    if (performance.now() - resumedAt > YIELD_MS) {
      await nextTurn();
      resumedAt = performance.now();
    }
    const budget = options.tokensMax - (overlap === '' ? 0 : overlapMax);
    const end = furthestEnd(scale, { start, end: text.length, tokens: budget });
    const half = furthestEnd(scale, { start, end, tokens: budget / 2 });
    const boundary = end === text.length ? end : findBoundary(text, { start, half, end }, sentences);
    const body = text.slice(start, boundary).trimEnd();
    const next = skipWhitespace(text, boundary);
    chunks.push({ body, gap: text.slice(start + body.length, next), overlap });
    if (overlapMax > 0) {
      const from = earliestStart(scale, { start, end: next, tokens: overlapMax });
      overlap = lastSentences(text.slice(from, next), options.overlap ?? 0, {
        sentences,
        isWhole: from === start,
      });
    }
    start = next;
  }
  return { lead, chunks };
}

/** The first offset at or after `start` that is not whitespace. */
function skipWhitespace(text: string, start: number): number {
  const whitespace = /\s*/y;
  whitespace.lastIndex = start;
  whitespace.exec(text);
  return whitespace.lastIndex;
}

interface Budget {
  start: number;
  end: number;
  tokens: number;
}

/** The greatest `end` of a span from `start` within the budget. */
function furthestEnd(scale: TokenEstimator, within: Budget): number {
  return lastTrue(within.start, within.end, (end) => scale(within.start, end) <= within.tokens);
}

/** The least start of a span to `end` within the budget. */
function earliestStart(scale: TokenEstimator, { start, end, tokens }: Budget): number {
  return end - lastTrue(0, end - start, (count) => scale(end - count, end) <= tokens);
}

/** Binary search: the last number of a range for which a monotone predicate, true for the first number, holds. */
function lastTrue(first: number, last: number, holds: (value: number) => boolean): number {
  let [low, high] = [first, last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Up to `count` whole sentences at the end; the first sentence of the tail is whole only when the tail begins a chunk.
 * Searches backwards, because iterating over all segments would take quadratic time.
 */
function lastSentences(
  tail: string,
  count: number,
  { sentences, isWhole }: { sentences: Intl.Segmenter; isWhole: boolean },
): string {
  const segments = sentences.segment(tail);
  let from = tail.length;
  for (let found = 0; found < count; found += 1) {
    const end = tail.slice(0, from).trimEnd().length;
    const start = end === 0 ? 0 : (segments.containing(end - 1)?.index ?? 0);
    if (end === 0 || (start === 0 && !isWhole)) break;
    from = start;
  }
  return tail.slice(from);
}
