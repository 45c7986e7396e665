/** Code units after the span that the segmenters see, so that they know whether a sentence or character ends there. */
const LOOK_AHEAD = 64;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The span of a chunk, in UTF-16 offsets. */
export interface Span {
  start: number;
  /** The lowest offset of a boundary: the chunk is half full there. */
  half: number;
  /** The highest offset of a boundary. */
  end: number;
}

/** The last boundary of one kind in a span, or `start` when there is none. */
type FindBoundary = (text: string, span: Span) => number;

/**
 * Finds the UTF-16 offset where a chunk ends: the last boundary in the span of the best kind that has one at `half` or later.
 * Kinds in order: paragraphs, lines, sentences, whitespace, words, graphemes; never within a surrogate pair. Linear time.
 */
export function findBoundary(text: string, span: Span, sentences: Intl.Segmenter): number {
  const kinds: readonly FindBoundary[] = [
    bySeparator(/\n[^\S\n]*\n/g),
    bySeparator(/\n/g),
    bySegmenter(sentences),
    bySeparator(/\s/g),
    bySegmenter(words),
  ];
  for (const find of kinds) {
    const boundary = find(text, span);
    if (boundary >= span.half && boundary > span.start) return boundary;
  }
  const boundary = bySegmenter(graphemes)(text, span);
  return boundary > span.start ? boundary : wholeCodePoints(text, span);
}

/** The boundary is the start of the separator. */
function bySeparator(separator: RegExp): FindBoundary {
  return (text, { start, end }) => {
    let boundary = start;
    for (const { index } of text.slice(start, end + LOOK_AHEAD).matchAll(separator)) {
      if (start + index > end) break;
      boundary = start + index;
    }
    return boundary;
  };
}

/** A span begins at a boundary, so that its segments are those of the whole text. */
function bySegmenter(segmenter: Intl.Segmenter): FindBoundary {
  return (text, { start, end }) => {
    const window = text.slice(start, end + LOOK_AHEAD);
    const segment = segmenter.segment(window).containing(end - start);
    return start + (segment?.index ?? window.length);
  };
}

function wholeCodePoints(text: string, { start, end }: Span): number {
  const isInPair = isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end));
  const boundary = isInPair ? end - 1 : end;
  // The budget is below one character: the chunk is that character.
  return boundary > start ? boundary : start + (isHigh(text.charCodeAt(start)) ? 2 : 1);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
