import type { RecognitionResult } from '../engines/speech-engine';

/** What was heard in a chunk, on the clock of the whole recording; times outside of the chunk are moved to its border. */
export function offsetChunk(
  heard: RecognitionResult,
  chunk: { start: number; end: number },
): RecognitionResult {
  const shift = <T extends { start: number; end: number }>(one: T): T => {
    const start = within(chunk, chunk.start + one.start);
    return { ...one, start, end: Math.max(start, within(chunk, chunk.start + one.end)) };
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
