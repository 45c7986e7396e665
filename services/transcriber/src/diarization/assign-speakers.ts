import type { SpokenSegment, SpokenWord } from '../spoken-segment';
import { groupWordsBySpeaker, type Run } from './group-words-by-speaker';
import { speakerFinder, type Span } from './speaker-finder';
import type { SpeakerTurn } from './speaker-turn';
import { splitText } from './split-text';

/** Segments and words with their speakers; words are null when the engine returned none. */
export interface AssignedSpeakers {
  segments: SpokenSegment[];
  words: SpokenWord[] | null;
}

interface TimedSegment {
  segment: SpokenSegment;
  /** The words of the segment. */
  words: SpokenWord[];
}

/**
 * Assigns to each word and segment the speaker with the longest overlap. With word timestamps, segments are split where the
 * speaker changes; no text is lost or duplicated.
 */
export function assignSpeakers(
  segments: readonly SpokenSegment[],
  words: readonly SpokenWord[] | null,
  turns: readonly SpeakerTurn[],
): AssignedSpeakers {
  const speakerOf = speakerFinder(turns);
  if (words === null || segments.length === 0) {
    const withSpeaker = <T extends Span>(span: T): T & { speaker: string | null } => ({
      ...span,
      speaker: speakerOf(span),
    });
    return { segments: segments.map(withSpeaker), words: words && words.map(withSpeaker) };
  }
  const assigned = distributeWords(segments, words).map((segment) => assignSegment(segment, speakerOf));
  return {
    segments: assigned.flatMap((part) => part.segments),
    words: assigned.flatMap((part) => part.words),
  };
}

/** A word belongs to the last segment that starts before the middle of the word. */
function distributeWords(segments: readonly SpokenSegment[], words: readonly SpokenWord[]): TimedSegment[] {
  const timed = segments.map((segment): TimedSegment => ({ segment, words: [] }));
  let at = 0;
  for (const word of words) {
    const middle = (word.start + word.end) / 2;
    while (middle >= (segments[at + 1]?.start ?? Infinity)) at += 1;
    timed[at]?.words.push(word);
  }
  return timed;
}

function assignSegment(
  { segment, words: unassigned }: TimedSegment,
  speakerOf: (span: Span) => string | null,
): { segments: SpokenSegment[]; words: SpokenWord[] } {
  const runs = groupWordsBySpeaker(unassigned, speakerOf);
  const words = runs.flatMap((run) => run.words.map((word) => ({ ...word, speaker: run.speaker })));
  const texts = splitText(
    segment.text,
    runs.map((run) => run.words.map(({ word }) => word)),
  );
  // When the words differ from the text, the text cannot be split.
  if (texts === null || runs.length < 2) {
    const speaker = runs.length === 1 ? (runs[0]?.speaker ?? null) : speakerOf(segment);
    return { segments: [{ ...segment, speaker }], words };
  }
  const spans = spansOf(segment, runs);
  const segments = runs.map(({ speaker }, index) => ({
    start: spans[index]?.start ?? segment.start,
    end: spans[index]?.end ?? segment.end,
    text: texts[index] ?? '',
    speaker,
  }));
  return { segments, words };
}

/** From the first to the last word of each run, clamped to the segment and without overlaps. */
function spansOf({ start, end }: Span, runs: readonly Run[]): Span[] {
  const clamp = (time: number, least: number): number => Math.min(end, Math.max(least, time));
  let from = start;
  return runs.map(({ words }, index) => {
    const next = runs[index + 1]?.words[0]?.start;
    if (next === undefined) return { start: from, end };
    const nextFrom = clamp(next, from);
    const span = { start: from, end: Math.min(nextFrom, clamp(words.at(-1)?.end ?? next, from)) };
    from = nextFrom;
    return span;
  });
}
