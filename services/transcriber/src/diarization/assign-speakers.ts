import type { SpokenSegment, SpokenWord } from '../engines/speech-engine';
import { groupWordsBySpeaker, type Run } from './group-words-by-speaker';
import { speakerFinder, type Span } from './speaker-finder';
import type { SpeakerTurn } from './speaker-turn';
import { splitText } from './split-text';

export interface AssignedSpeakers {
  segments: SpokenSegment[];
  words: SpokenWord[] | null;
}

interface Part {
  segment: SpokenSegment;
  own: SpokenWord[];
}

/**
 * Each word and segment with the speaker who is heard most in it. Where there are times of words, a segment is split where
 * another speaker begins. No word and no letter of a text is lost or doubled.
 */
export function assignSpeakers(
  segments: readonly SpokenSegment[],
  words: readonly SpokenWord[] | null,
  turns: readonly SpeakerTurn[],
): AssignedSpeakers {
  const speakerOf = speakerFinder(turns);
  if (words === null || segments.length === 0) {
    const named = <T extends Span>(one: T): T & { speaker: string | null } => ({
      ...one,
      speaker: speakerOf(one),
    });
    return { segments: segments.map(named), words: words && words.map(named) };
  }
  const assigned = shareOut(segments, words).map((part) => assignPart(part, speakerOf));
  return {
    segments: assigned.flatMap((part) => part.segments),
    words: assigned.flatMap((part) => part.words),
  };
}

/** Words belong to the last segment that began before their middle. All keep their order. */
function shareOut(segments: readonly SpokenSegment[], words: readonly SpokenWord[]): Part[] {
  const parts = segments.map((segment): Part => ({ segment, own: [] }));
  let at = 0;
  for (const word of words) {
    const middle = (word.start + word.end) / 2;
    while (middle >= (segments[at + 1]?.start ?? Infinity)) at += 1;
    parts[at]?.own.push(word);
  }
  return parts;
}

function assignPart(
  { segment, own }: Part,
  speakerOf: (span: Span) => string | null,
): { segments: SpokenSegment[]; words: SpokenWord[] } {
  const runs = groupWordsBySpeaker(own, speakerOf);
  const words = runs.flatMap((run) => run.words.map((word) => ({ ...word, speaker: run.speaker })));
  const texts = splitText(
    segment.text,
    runs.map((run) => run.words.map(({ word }) => word)),
  );
  // Where the words are not those of the text, there is no text for each of the runs.
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

/** From the first word of a run to its last one, within the segment and in order. */
function spansOf({ start, end }: Span, runs: readonly Run[]): Span[] {
  const within = (time: number, least: number): number => Math.min(end, Math.max(least, time));
  let from = start;
  return runs.map(({ words }, index) => {
    const next = runs[index + 1]?.words[0]?.start;
    if (next === undefined) return { start: from, end };
    const nextFrom = within(next, from);
    const span = { start: from, end: Math.min(nextFrom, within(words.at(-1)?.end ?? next, from)) };
    from = nextFrom;
    return span;
  });
}
