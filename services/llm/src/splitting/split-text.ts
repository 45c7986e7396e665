import { setImmediate as nextTurn } from 'node:timers/promises';
import { tokenScale, type TokenScale } from '@medley/contracts';
import { findBorder } from './find-border';

/** A part of a text that a model takes in one piece. */
export interface TextPart {
  /** Begins and ends with no blank. */
  body: string;
  /** The blanks between this part and the next, or the end of the text. */
  gap: string;
  /** What stands right before the part: whole sentences that parts before it end with. Empty without overlap. */
  overlap: string;
}

export interface SplitText {
  /** The blanks the text begins with. */
  lead: string;
  /** `lead` and every `body` and `gap` in order are the text, exactly. */
  parts: TextPart[];
}

export interface SplitOptions {
  /** Estimated tokens of a part, its overlap included. */
  tokensMax: number;
  /** ISO 639-1, for the borders of sentences. */
  language: string;
  /** Sentences a part repeats of the text before it. */
  overlap?: number;
}

/** The most of a part that overlap may take. */
const OVERLAP_SHARE = 0.1;
const TURN_MS = 20;

/**
 * Cut a text at paragraphs, sentences or whatever borders it has. Linear in its length, whatever it is made of, and
 * others have their turn in between.
 */
export async function splitText(text: string, options: SplitOptions): Promise<SplitText> {
  const scale = tokenScale(text);
  const sentences = new Intl.Segmenter(options.language, { granularity: 'sentence' });
  const overlapMax = options.overlap ? Math.floor(options.tokensMax * OVERLAP_SHARE) : 0;
  const parts: TextPart[] = [];
  let start = skipBlanks(text, 0);
  const lead = text.slice(0, start);
  let overlap = '';
  let turnBegan = performance.now();
  while (start < text.length) {
    if (performance.now() - turnBegan > TURN_MS) {
      await nextTurn();
      turnBegan = performance.now();
    }
    const budget = options.tokensMax - (overlap === '' ? 0 : overlapMax);
    const end = furthest(scale, { start, end: text.length, tokens: budget });
    const half = furthest(scale, { start, end, tokens: budget / 2 });
    const border = end === text.length ? end : findBorder(text, { start, half, end }, sentences);
    const body = text.slice(start, border).trimEnd();
    const next = skipBlanks(text, border);
    parts.push({ body, gap: text.slice(start + body.length, next), overlap });
    if (overlapMax > 0) {
      const from = nearest(scale, { start, end: next, tokens: overlapMax });
      overlap = lastSentences(text.slice(from, next), options.overlap ?? 0, {
        sentences,
        isWhole: from === start,
      });
    }
    start = next;
  }
  return { lead, parts };
}

/** The first offset from `start` on that is no blank. */
function skipBlanks(text: string, start: number): number {
  const blank = /\s*/y;
  blank.lastIndex = start;
  blank.exec(text);
  return blank.lastIndex;
}

interface Budget {
  start: number;
  end: number;
  tokens: number;
}

/** The last offset up to which a stretch fits. */
function furthest(scale: TokenScale, within: Budget): number {
  return lastTrue(within.start, within.end, (end) => scale(within.start, end) <= within.tokens);
}

/** The first offset from which on a stretch fits. */
function nearest(scale: TokenScale, { start, end, tokens }: Budget): number {
  return end - lastTrue(0, end - start, (count) => scale(end - count, end) <= tokens);
}

/** The last number of a range for which something holds that holds for the first one and, once it fails, for no later. */
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
 * Up to `count` whole sentences at the end; the first of the tail is whole only when the tail begins a part. Looked up
 * backwards, because going through all segments takes time by the square of the text.
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
