import type { TranscribeOutput } from '@medley/contracts';
import { cutCues, layLines, type CueRoom } from './cut-cues';
import { spaceCues, type Timing } from './space-cues';
import { splitUnits } from './split-units';
import { timeUnits } from './time-units';
import { wordsOfSegments } from './words-of-segments';

/** A subtitle: one or two lines of one speaker. */
export interface Cue extends Timing {
  speaker: string | null;
  lines: string[];
}

/** Columns of a line; a wide character takes two, so that 21 of them fit. */
const LINE_WIDTH = 42;
const DURATION_MAX_S = 7;

/** The subtitles of a transcript. `prefixWidth`: columns that the name of a speaker takes in the first line. */
export function makeCues(
  transcript: TranscribeOutput,
  prefixWidth: (speaker: string | null) => number,
): Cue[] {
  const words = wordsOfSegments(transcript);
  const cues = transcript.segments.flatMap((segment) => {
    const { speaker } = segment;
    const room: CueRoom = {
      lineWidth: LINE_WIDTH,
      prefixWidth: prefixWidth(speaker),
      durationMax: DURATION_MAX_S,
    };
    const units = splitUnits(segment.text, transcript.language, LINE_WIDTH - room.prefixWidth);
    const spoken = timeUnits(units, segment, words.get(segment) ?? []);
    return cutCues(spoken, room).map((part) => ({
      startMs: toMs(part[0]?.start),
      endMs: toMs(part.at(-1)?.end),
      speaker,
      lines: layLines(part, room),
    }));
  });
  return spaceCues(cues);
}

function toMs(seconds = 0): number {
  return Math.max(0, Math.round(seconds * 1_000));
}
