import type { Heard } from '../engines/speech-engine';

/** What was heard in a piece, on the clock of the whole recording; times outside of the piece are moved to its border. */
export function shiftHeard(heard: Heard, piece: { start: number; end: number }): Heard {
  const shift = <T extends { start: number; end: number }>(one: T): T => {
    const start = within(piece, piece.start + one.start);
    return { ...one, start, end: Math.max(start, within(piece, piece.start + one.end)) };
  };
  return {
    ...heard,
    segments: heard.segments?.map(shift) ?? null,
    words: heard.words?.map(shift) ?? null,
  };
}

function within({ start, end }: { start: number; end: number }, seconds: number): number {
  return Math.round(Math.min(end, Math.max(start, seconds)) * 1_000) / 1_000;
}
