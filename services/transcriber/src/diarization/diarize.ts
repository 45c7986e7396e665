import { runInDiarizationThread } from './run-in-diarization-thread';
import type { Diarization } from './speaker-turn';
import type { SpeakerLimits } from './diarize-frames';

/**
 * Who speaks when in prepared audio, by the `basic` method: no model, only a comparison of the voices in the recording.
 * No turns and a warning where nothing honest can be said.
 * @throws AppError STEP_CRASHED; the reason of the signal
 */
export function diarize(
  wavPath: string,
  { minSpeakers, maxSpeakers }: SpeakerLimits,
  signal: AbortSignal,
): Promise<Diarization> {
  return runInDiarizationThread({ kind: 'separate', wavPath, limits: { minSpeakers, maxSpeakers } }, signal);
}
