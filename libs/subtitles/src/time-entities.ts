import type { FoundEntity, TranscribeOutput } from '@medley/contracts';
import { indexCharacters, type CharacterRange } from './character-index';
import { firstAfter, placeSegments, timeOfWords, wholeOf, type PlacedSegment } from './placed-segments';

/** Seconds of the transcribed sound. */
export interface TimedEntity {
  start: number;
  end: number;
  type: string;
}

/**
 * When entities of a transcript's text are heard. Pure and linear. Times are those of all words that an entity touches; where
 * one of them is unknown the whole segment counts, and where the segments do not make up the text there, all from the
 * segment before to the one behind: more than the entity, never less. Entities are in the order of the text.
 */
export function timeEntities(
  transcript: TranscribeOutput,
  entities: readonly Pick<FoundEntity, 'start' | 'end' | 'type'>[],
): TimedEntity[] {
  const { starts, ends } = indexCharacters(transcript.text);
  const placed = placeSegments(transcript);
  let at = 0;
  return entities.map(({ start, end, type }) => {
    const found = { first: firstAfter(ends, start), next: firstAfter(starts, end - 1) };
    const range = widened(found, starts.length);
    while ((placed[at]?.reach ?? Infinity) <= range.first) at += 1;
    const [from, to] = timeOf(placed, { range, at, duration: transcript.duration });
    return { start: from, end: to, type };
  });
}

/** What has no letters is not heard by itself: what stands around it counts. */
function widened({ first, next }: CharacterRange, length: number): CharacterRange {
  if (next > first) return { first, next };
  return { first: Math.max(0, first - 1), next: Math.min(first + 1, length) };
}

type TimeRange = readonly [from: number, to: number];

function timeOf(
  placed: readonly PlacedSegment[],
  { range, at, duration }: { range: CharacterRange; at: number; duration: number },
): TimeRange {
  let behind = at;
  while (behind < placed.length && (placed[behind]?.range?.first ?? 0) < range.next) behind += 1;
  const touched = placed.slice(at, behind).filter((segment) => segment.range !== null);
  if (!makeUp(touched, range)) return timeAround(placed, { at, behind, duration });
  return union(
    touched.map((segment) => timeOfWords(segment, range) ?? wholeOf(placed, segment.at, duration)),
  );
}

/** All from the segment before a place of the text to the one behind it. */
function timeAround(
  placed: readonly PlacedSegment[],
  { at, behind, duration }: { at: number; behind: number; duration: number },
): TimeRange {
  let from = at - 1;
  while (from >= 0 && !placed[from]?.range) from -= 1;
  const times: TimeRange[] = [];
  if (from < 0) times.push([0, 0]);
  if (behind >= placed.length) times.push([duration, duration]);
  for (let i = Math.max(0, from); i <= Math.min(behind, placed.length - 1); i += 1)
    times.push(wholeOf(placed, i, duration));
  return union(times);
}

/** Whether segments are all of a range of the text, without doubt. */
function makeUp(touched: readonly PlacedSegment[], { first, next }: CharacterRange): boolean {
  const begin = touched[0]?.range?.first ?? Infinity;
  const end = touched.at(-1)?.range?.next ?? 0;
  return begin <= first && end >= next && touched.every(({ isCertain }) => isCertain);
}

function union(times: readonly TimeRange[]): TimeRange {
  return times.reduce<TimeRange>(
    ([from, to], [start, end]) => [Math.min(from, start), Math.max(to, end)],
    [Infinity, 0],
  );
}
