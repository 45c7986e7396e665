import type { TranscriptSegment, TranscriptWord } from '@medley/contracts';
import { normalizeForMatching } from './normalize-for-matching';
import type { TextUnit } from './split-units';

/** A unit with the time at which it is said, in seconds. */
export interface TimedUnit extends TextUnit {
  start: number;
  end: number;
}

/** The time of one letter or digit, in seconds. */
interface CharacterTime {
  start: number;
  end: number;
}

/**
 * Give each unit of a segment its time: that of its characters within `words` where these have the same letters and digits
 * as the segment, else a share of the segment's duration by width.
 */
export function timeUnits(
  units: readonly TextUnit[],
  segment: TranscriptSegment,
  words: readonly TranscriptWord[],
): TimedUnit[] {
  const normalized = units.map(({ text }) => normalizeForMatching(text));
  const total = normalized.join('');
  const times =
    words.map(({ word }) => normalizeForMatching(word)).join('') === total ? timeCharacters(words) : [];
  return times.length > 0 ? timeByWords(units, normalized, times) : timeByWidth(units, segment);
}

function timeCharacters(words: readonly TranscriptWord[]): CharacterTime[] {
  return words.flatMap(({ word, start, end }) => {
    const { length } = normalizeForMatching(word);
    const step = (Math.max(start, end) - start) / Math.max(1, length);
    return Array.from({ length }, (_, i) => ({ start: start + i * step, end: start + (i + 1) * step }));
  });
}

function timeByWords(
  units: readonly TextUnit[],
  normalized: readonly string[],
  times: readonly CharacterTime[],
): TimedUnit[] {
  let at = 0;
  return units.map((unit, i) => {
    const { length } = normalized[i] ?? '';
    const first = times[Math.min(at, times.length - 1)];
    at += length;
    // A unit without letters, such as a dash, has no duration.
    const last = length > 0 ? times[at - 1] : first;
    const start = first?.start ?? 0;
    return { ...unit, start, end: length > 0 ? (last?.end ?? start) : start };
  });
}

function timeByWidth(units: readonly TextUnit[], { start, end }: TranscriptSegment): TimedUnit[] {
  const total = units.reduce((sum, { width }) => sum + width, 0);
  const duration = Math.max(0, end - start);
  let before = 0;
  return units.map((unit) => {
    const from = start + (duration * before) / Math.max(1, total);
    before += unit.width;
    return { ...unit, start: from, end: start + (duration * before) / Math.max(1, total) };
  });
}
