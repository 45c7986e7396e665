import type { TranscriptSegment, TranscriptWord } from '@medley/client/browser';
import type { Mark } from './passage';

/** Characters between a word and the next one; engines write words and segments differently. */
const SKIPPED_MAX = 200;

/**
 * Where each word stands in the text of its segment, for each segment in turn. A word that its segment does not have is
 * left out; a segment without any gets one mark for all of it.
 */
export function placeWords(
  segments: readonly TranscriptSegment[],
  words: readonly TranscriptWord[],
): Mark[][] {
  const marks = segments.map((): Mark[] => []);
  let at = 0;
  let offset = 0;
  for (const { word, start, end } of words) {
    while (start >= (segments[at + 1]?.start ?? Infinity)) {
      at += 1;
      offset = 0;
    }
    const written = word.trim();
    const ahead = segments[at]?.text.slice(offset, offset + SKIPPED_MAX + written.length) ?? '';
    const found = written === '' ? -1 : ahead.indexOf(written);
    if (found < 0) continue;
    const from = offset + found;
    offset = from + written.length;
    marks[at]?.push({ from, to: offset, start, end });
  }
  return marks.map((own, index) => (own.length > 0 ? own : wholeOf(segments[index])));
}

function wholeOf(segment: TranscriptSegment | undefined): Mark[] {
  if (!segment) return [];
  const { text, start, end } = segment;
  return [{ from: 0, to: text.length, start, end }];
}
