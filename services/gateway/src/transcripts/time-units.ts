import type { TranscriptSegment, TranscriptWord } from '@medley/contracts';
import { lettersOf } from './letters-of';
import type { TextUnit } from './split-units';

/** A unit with when it is said, in seconds. */
export interface SpokenUnit extends TextUnit {
  start: number;
  end: number;
}

/** A letter or digit of a text with its time. */
interface Sound {
  start: number;
  end: number;
}

/** When each unit of a segment is said: by the times of its words where they say the same, else by its share of letters. */
export function timeUnits(
  units: readonly TextUnit[],
  segment: TranscriptSegment,
  words: readonly TranscriptWord[],
): SpokenUnit[] {
  const letters = units.map(({ text }) => lettersOf(text));
  const total = letters.join('');
  const sounds = words.map(({ word }) => lettersOf(word)).join('') === total ? soundsOf(words) : [];
  return sounds.length > 0 ? byWords(units, letters, sounds) : byShare(units, segment);
}

function soundsOf(words: readonly TranscriptWord[]): Sound[] {
  return words.flatMap(({ word, start, end }) => {
    const { length } = lettersOf(word);
    const step = (Math.max(start, end) - start) / Math.max(1, length);
    return Array.from({ length }, (_, i) => ({ start: start + i * step, end: start + (i + 1) * step }));
  });
}

function byWords(
  units: readonly TextUnit[],
  letters: readonly string[],
  sounds: readonly Sound[],
): SpokenUnit[] {
  let at = 0;
  return units.map((unit, i) => {
    const { length } = letters[i] ?? '';
    const first = sounds[Math.min(at, sounds.length - 1)];
    at += length;
    // A unit without letters, a dash, is said in no time.
    const last = length > 0 ? sounds[at - 1] : first;
    const start = first?.start ?? 0;
    return { ...unit, start, end: length > 0 ? (last?.end ?? start) : start };
  });
}

function byShare(units: readonly TextUnit[], { start, end }: TranscriptSegment): SpokenUnit[] {
  const total = units.reduce((sum, { width }) => sum + width, 0);
  const duration = Math.max(0, end - start);
  let before = 0;
  return units.map((unit) => {
    const from = start + (duration * before) / Math.max(1, total);
    before += unit.width;
    return { ...unit, start: from, end: start + (duration * before) / Math.max(1, total) };
  });
}
