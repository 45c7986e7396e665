import { runInSpeakersThread } from './run-in-speakers-thread';
import type { SeparatedSpeakers } from './speaker-turn';
import type { SpeakerLimits } from './tell-voices-apart';

/**
 * Who speaks when in prepared audio, by the `basic` method: no model, only a comparison of the voices in the recording.
 * No turns and a warning where nothing honest can be said.
 * @throws AppError STEP_CRASHED; the reason of the signal
 */
export function separateSpeakers(
  wavPath: string,
  { minSpeakers, maxSpeakers }: SpeakerLimits,
  signal: AbortSignal,
): Promise<SeparatedSpeakers> {
  return runInSpeakersThread({ kind: 'separate', wavPath, limits: { minSpeakers, maxSpeakers } }, signal);
}
