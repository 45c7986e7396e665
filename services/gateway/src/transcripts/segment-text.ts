import { transcriptLimits } from './transcript-limits';

/** Cuts a text into graphemes or words; `Intl.Segmenter` is one. */
export interface Segmenter {
  segment(text: string): Iterable<{ segment: string }>;
}

/**
 * The segments of a text, window by window: each window begins where a segment ends, and its last segment, which may go
 * on behind it, begins the next one. Linear; a segment longer than a window is cut.
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
  const end = at + transcriptLimits.segmentedAtOnceMax;
  const isPairCut = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return text.slice(at, isPairCut ? end - 1 : end);
}
