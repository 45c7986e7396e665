/** Seconds, and who speaks. */
export interface SpeechSpan {
  start: number;
  end: number;
  speaker: string | null;
}

/** What is left on either side of a cut; shorter ones are nobody's words. */
const SHORTEST_S = 0.4;

/**
 * Stretches of speech, cut where another speaker goes on, each with the one who speaks most in it. No sound is lost or
 * doubled, also where several speak at once.
 */
export function splitAtSpeakerChanges(
  speech: readonly SpeechSpan[],
  turns: readonly SpeechSpan[],
): SpeechSpan[] {
  const cuts = findChanges(turns);
  return speech.flatMap((stretch) => {
    const borders = [stretch.start];
    for (const cut of cuts) {
      const isInside = cut - (borders.at(-1) ?? 0) >= SHORTEST_S && stretch.end - cut >= SHORTEST_S;
      if (isInside) borders.push(cut);
    }
    return borders.map((start, index) => {
      const end = borders[index + 1] ?? stretch.end;
      return { start, end, speaker: mostHeard(turns, start, end) };
    });
  });
}

/** Where one speaker follows another: in the middle of the silence between, or when the second one sets in. */
function findChanges(turns: readonly SpeechSpan[]): number[] {
  const inOrder = [...turns].sort((one, other) => one.start - other.start);
  return inOrder.slice(1).flatMap((turn, index) => {
    const before = inOrder[index];
    if (!before || before.speaker === turn.speaker) return [];
    return [before.end < turn.start ? (before.end + turn.start) / 2 : turn.start];
  });
}

function mostHeard(turns: readonly SpeechSpan[], start: number, end: number): string | null {
  const seconds = new Map<string | null, number>();
  for (const turn of turns) {
    const shared = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (shared > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + shared);
  }
  const [most] = [...seconds].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
