import { subtitleLimits } from './subtitle-limits';

/** Splits a text into graphemes or words; `Intl.Segmenter` is one. */
export interface Segmenter {
  segment(text: string): Iterable<{ segment: string }>;
}

/**
 * The segments of a text, read in windows of `segmenterWindowMax` UTF-16 units. The last segment of a window may continue
 * after it, so it is read again as the start of the next window. Linear in time; a segment longer than a window is split.
 */
export function* segmentText(text: string, segmenter: Segmenter): Generator<string> {
  for (let at = 0; at < text.length;) {
    const window = windowAt(text, at);
    const segments = Array.from(segmenter.segment(window), ({ segment }) => segment);
    if (at + window.length < text.length && segments.length > 1) segments.pop();
    for (const segment of segments) {
      yield segment;
      at += segment.length;
    }
  }
}

/** Never ends inside a surrogate pair. */
function windowAt(text: string, at: number): string {
  const end = at + subtitleLimits.segmenterWindowMax;
  const splitsPair = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return text.slice(at, splitsPair ? end - 1 : end);
}
