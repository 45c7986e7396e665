import { runInDiarizationThread } from './run-in-diarization-thread';
import type { SpeakerTurn } from './speaker-turn';

/**
 * Labels of an engine are good within a chunk only: for each chunk, which label of the whole recording each of them is.
 * Times are those of the recording. Voices are compared as `diarize` does, and joined only when clearly alike.
 * @throws AppError STEP_CRASHED; the reason of the signal
 */
export function linkSpeakers(
  wavPath: string,
  turnsByChunk: readonly (readonly SpeakerTurn[])[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>[]> {
  return runInDiarizationThread({ kind: 'link', wavPath, turnsByChunk }, signal);
}
