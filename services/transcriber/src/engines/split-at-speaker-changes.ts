/** A time span of speech in seconds, with its speaker. */
export interface SpeechSpan {
  start: number;
  end: number;
  speaker: string | null;
}

/** Shortest part on both sides of a cut, in seconds: shorter ones contain no word. */
const PART_S_MIN = 0.4;

/**
 * Splits spans of speech where the speaker changes and assigns the dominant speaker to each part. No audio is lost or
 * duplicated, even where several speakers overlap.
 */
export function splitAtSpeakerChanges(
  speech: readonly SpeechSpan[],
  turns: readonly SpeechSpan[],
): SpeechSpan[] {
  const cuts = findChanges(turns);
  return speech.flatMap((span) => {
    const boundaries = [span.start];
    for (const cut of cuts) {
      const isInside = cut - (boundaries.at(-1) ?? 0) >= PART_S_MIN && span.end - cut >= PART_S_MIN;
      if (isInside) boundaries.push(cut);
    }
    return boundaries.map((start, index) => {
      const end = boundaries[index + 1] ?? span.end;
      return { start, end, speaker: dominantSpeaker(turns, start, end) };
    });
  });
}

/** The times of speaker changes: the middle of the silence between two turns, or the start of the second one. */
function findChanges(turns: readonly SpeechSpan[]): number[] {
  const inOrder = [...turns].sort((one, other) => one.start - other.start);
  return inOrder.slice(1).flatMap((turn, index) => {
    const before = inOrder[index];
    if (!before || before.speaker === turn.speaker) return [];
    return [before.end < turn.start ? (before.end + turn.start) / 2 : turn.start];
  });
}

function dominantSpeaker(turns: readonly SpeechSpan[], start: number, end: number): string | null {
  const seconds = new Map<string | null, number>();
  for (const turn of turns) {
    const shared = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (shared > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + shared);
  }
  const [most] = [...seconds].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
