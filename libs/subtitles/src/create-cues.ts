import type { TranscribeOutput } from '@medley/contracts';
import { adjustTimings, type CueTiming } from './adjust-timings';
import { assignWords } from './assign-words';
import { breakLines, splitCues, type CueConstraints } from './split-cues';
import { splitUnits } from './split-units';
import { timeUnits } from './time-units';

/** A subtitle: one or two lines of one speaker. */
export interface Cue extends CueTiming {
  speaker: string | null;
  lines: string[];
}

/** Columns of a line, as in the usual style guides for Latin scripts; a wide character takes two, so 21 of them fit. */
const LINE_WIDTH = 42;
const DURATION_MAX_S = 7;

/** The cues of a transcript. `prefixWidth`: columns that the name of the speaker takes in the first line. */
export function createCues(
  transcript: TranscribeOutput,
  prefixWidth: (speaker: string | null) => number,
): Cue[] {
  const words = assignWords(transcript);
  const cues = transcript.segments.flatMap((segment) => {
    const { speaker } = segment;
    const constraints: CueConstraints = {
      lineWidth: LINE_WIDTH,
      prefixWidth: prefixWidth(speaker),
      durationMax: DURATION_MAX_S,
    };
    const units = splitUnits(segment.text, transcript.language, LINE_WIDTH - constraints.prefixWidth);
    const timedUnits = timeUnits(units, segment, words.get(segment) ?? []);
    // Times never run back within a segment, so that sorting by time keeps the order of its text.
    let [startMs, endMs] = [0, 0];
    return splitCues(timedUnits, constraints).map((cue) => ({
      startMs: (startMs = Math.max(startMs, toMs(cue[0]?.start))),
      endMs: (endMs = Math.max(endMs, toMs(cue.at(-1)?.end))),
      speaker,
      lines: breakLines(cue, constraints),
    }));
  });
  return adjustTimings(cues);
}

function toMs(seconds = 0): number {
  return Math.max(0, Math.round(seconds * 1_000));
}
