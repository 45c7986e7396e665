import type { TranscribedChunk } from './transcribed-chunk';

/** The detected language (ISO 639-1) with the longest total duration; null when the engine detected none. */
export function majorityLanguage(chunks: readonly TranscribedChunk[]): string | null {
  const seconds = new Map<string, number>();
  for (const { from, to, result } of chunks) {
    if (result.language === null || result.text.trim() === '') continue;
    seconds.set(result.language, (seconds.get(result.language) ?? 0) + to - from);
  }
  const [most] = [...seconds].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? chunks.find(({ result }) => result.language !== null)?.result.language ?? null;
}
