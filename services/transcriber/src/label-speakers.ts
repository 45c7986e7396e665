import type { MergedResult } from './chunks/merge-chunks';
import type { TranscribedChunk } from './chunks/transcribed-chunk';
import { assignSpeakers } from './diarization/assign-speakers';
import type { DiarizationPool } from './diarization/diarization-pool';
import type { Diarization, SpeakerTurn } from './diarization/speaker-turn';
import type { RecognitionResult } from './engines/speech-engine';

const NO_TIMES = 'speakers are not separated: the speech engine returned no times';

/** Whether the engine returned speaker labels. */
export function hasSpeakers(chunks: readonly TranscribedChunk[]): boolean {
  return chunks.some(({ result }) => turnsOf(result).length > 0);
}

/**
 * Replaces the speaker labels of an engine, which are valid within one chunk only, by labels that are valid in the whole
 * recording.
 * @throws AppError STEP_TIMEOUT, STEP_CRASHED; the reason of the signal
 */
export async function linkChunkSpeakers(
  pool: DiarizationPool,
  { wavPath, chunks }: { wavPath: string; chunks: readonly TranscribedChunk[] },
  signal: AbortSignal,
): Promise<TranscribedChunk[]> {
  const turnsByChunk = chunks.map(({ result }) => turnsOf(result));
  if (turnsByChunk.filter((turns) => turns.length > 0).length < 2) return [...chunks];
  const labels = await pool.run({ kind: 'link-speakers', wavPath, turnsByChunk }, signal);
  return chunks.map((chunk, index) => ({
    ...chunk,
    result: relabel(chunk.result, labels[index] ?? new Map()),
  }));
}

/**
 * Assigns the speakers of a diarization to a merged result. A text without times gets no speakers when there are several,
 * and a warning says so.
 */
export function labelSpeakers(
  result: MergedResult,
  chunks: readonly TranscribedChunk[],
  { turns, warnings }: Diarization,
): { result: MergedResult; warnings: readonly string[] } {
  if (result.text === '') return { result, warnings: [] };
  const isTimed = result.words !== null || chunks.every((chunk) => chunk.result.segments !== null);
  if (!isTimed && new Set(turns.map(({ speaker }) => speaker)).size > 1) {
    return { result, warnings: [NO_TIMES] };
  }
  const { segments, words } = assignSpeakers(result.segments, result.words, turns);
  return { result: { ...result, segments, words }, warnings };
}

function turnsOf({ segments, words }: RecognitionResult): SpeakerTurn[] {
  const source = words?.some(({ speaker }) => speaker !== null) ? words : (segments ?? []);
  return source.flatMap(({ start, end, speaker }) => (speaker === null ? [] : [{ start, end, speaker }]));
}

function relabel(result: RecognitionResult, labels: ReadonlyMap<string, string>): RecognitionResult {
  const rename = <T extends { speaker: string | null }>(part: T): T => ({
    ...part,
    speaker: part.speaker === null ? null : (labels.get(part.speaker) ?? null),
  });
  return {
    ...result,
    segments: result.segments?.map(rename) ?? null,
    words: result.words?.map(rename) ?? null,
  };
}
