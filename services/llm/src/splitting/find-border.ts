/** Text after the border that is looked at, to know whether a sentence or a character really ends there. */
const LOOK_AHEAD = 64;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

export interface Stretch {
  start: number;
  /** A border before this leaves too little. */
  half: number;
  /** The last offset a border may have. */
  end: number;
}

/** The last border of one kind in a stretch, or `start` when there is none. */
type FindBorder = (text: string, stretch: Stretch) => number;

/**
 * Where to cut a text that is too long: the last border at or before `end`, of the best kind that leaves the stretch at
 * least half full; paragraphs first, then lines, sentences, words, characters, never within a surrogate pair. Takes time
 * in proportion to the stretch.
 */
export function findBorder(text: string, stretch: Stretch, sentences: Intl.Segmenter): number {
  const kinds: readonly FindBorder[] = [
    bySeparator(/\n[^\S\n]*\n/g),
    bySeparator(/\n/g),
    bySegmenter(sentences),
    bySeparator(/\s/g),
    bySegmenter(words),
  ];
  for (const find of kinds) {
    const border = find(text, stretch);
    if (border >= stretch.half && border > stretch.start) return border;
  }
  const border = bySegmenter(graphemes)(text, stretch);
  return border > stretch.start ? border : wholeCodePoints(text, stretch);
}

/** Behind the separator, or within it when it does not end before `end`: blanks belong to nobody. */
function bySeparator(separator: RegExp): FindBorder {
  return (text, { start, end }) => {
    let border = start;
    for (const { index } of text.slice(start, end + LOOK_AHEAD).matchAll(separator)) {
      if (start + index > end) break;
      border = start + index;
    }
    return border;
  };
}

/** A stretch begins at a border, so that segments are found as in the whole text. */
function bySegmenter(segmenter: Intl.Segmenter): FindBorder {
  return (text, { start, end }) => {
    const window = text.slice(start, end + LOOK_AHEAD);
    const segment = segmenter.segment(window).containing(end - start);
    return start + (segment?.index ?? window.length);
  };
}

function wholeCodePoints(text: string, { start, end }: Stretch): number {
  const isInPair = isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end));
  const border = isInPair ? end - 1 : end;
  // A budget below one character: it goes alone.
  return border > start ? border : start + (isHigh(text.charCodeAt(start)) ? 2 : 1);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
