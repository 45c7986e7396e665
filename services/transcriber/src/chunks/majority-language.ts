import type { TranscribedChunk } from './transcribed-chunk';

/** The language most of the time was spoken in, as the engine found; null when it never said. */
export function majorityLanguage(chunks: readonly TranscribedChunk[]): string | null {
  const seconds = new Map<string, number>();
  for (const { from, to, heard } of chunks) {
    if (heard.language === null || heard.text.trim() === '') continue;
    seconds.set(heard.language, (seconds.get(heard.language) ?? 0) + to - from);
  }
  const [most] = [...seconds].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? chunks.find(({ heard }) => heard.language !== null)?.heard.language ?? null;
}
