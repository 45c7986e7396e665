import { runInSpeakersThread } from './run-in-speakers-thread';
import type { SpeakerTurn } from './speaker-turn';

/**
 * Labels of an engine are good within a piece only: for each piece, which label of the whole recording each of them is.
 * Times are those of the recording. Voices are compared as `separateSpeakers` does, and joined only when clearly alike.
 * @throws AppError STEP_CRASHED; the reason of the signal
 */
export function linkSpeakers(
  wavPath: string,
  turnsByPiece: readonly (readonly SpeakerTurn[])[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>[]> {
  return runInSpeakersThread({ kind: 'link', wavPath, turnsByPiece }, signal);
}
