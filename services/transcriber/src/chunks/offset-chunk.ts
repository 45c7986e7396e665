import type { RecognitionResult } from '../engines/speech-engine';

/**
 * Converts the times of a result from the start of its chunk to the start of the recording, in seconds rounded to
 * milliseconds. Times outside of the chunk are clamped to it.
 */
export function offsetChunk(
  result: RecognitionResult,
  chunk: { start: number; end: number },
): RecognitionResult {
  const offset = <T extends { start: number; end: number }>(one: T): T => {
    const start = clamp(chunk, chunk.start + one.start);
    return { ...one, start, end: Math.max(start, clamp(chunk, chunk.start + one.end)) };
  };
  return {
    ...result,
    segments: result.segments?.map(offset) ?? null,
    words: result.words?.map(offset) ?? null,
  };
}

function clamp({ start, end }: { start: number; end: number }, seconds: number): number {
  return Math.round(Math.min(end, Math.max(start, seconds)) * 1_000) / 1_000;
}
