import type { MediaInfo, DurationLimit } from '@medley/ffmpeg';
import { AppError } from '@medley/kit';
import { transcodeLimits } from './transcode-limits';
import type { Mp3Info } from './measure-mp3';
import type { OutputPlan } from './plan-output';

/** What the output is checked against. */
export interface OutputContext {
  /** Samples per channel that the encoder received; null when unknown. */
  samples: number | null;
  plan: OutputPlan;
  media: MediaInfo;
  limit: DurationLimit;
}

/** Allowed deviation of the end in seconds: the last packet and the encoder delay of two frames. */
const TOLERANCE_S = 0.25;

/**
 * Checks that the measured MP3 is complete. FFmpeg exits with status 0 on empty, truncated and overlong output too.
 * @throws AppError MEDIA_DAMAGED, MEDIA_TOO_LARGE, MEDIA_TOO_LONG, MEDIA_LENGTH_MISMATCH, OPTIONS_INVALID, TOOL_CRASHED
 */
export function validateOutput(mp3: Mp3Info | null, context: OutputContext): Mp3Info {
  const { samples, plan, media, limit } = context;
  if (!mp3 || samples === 0) throw explainEmpty(plan, media);
  if (mp3.size >= transcodeLimits.outputBytesMax)
    throw new AppError('MEDIA_TOO_LARGE', 'the MP3 would be larger than 1 GB');
  if (samples !== null && mp3.samples < samples) {
    throw new AppError('TOOL_CRASHED', 'the MP3 is shorter than what was decoded');
  }
  const seconds = samples === null ? mp3.duration : samples / mp3.sampleRate;
  if (seconds > limit.seconds + TOLERANCE_S) throw limit.refusal();
  if (plan.requested !== null && plan.requested <= limit.seconds && seconds < plan.requested - TOLERANCE_S) {
    const at = (plan.start + seconds).toFixed(1);
    throw new AppError('OPTIONS_INVALID', `"end" lies past the end of the media, which is at ${at} s`);
  }
  return mp3;
}

function explainEmpty(plan: OutputPlan, media: MediaInfo): AppError {
  if (plan.start > 0 && (media.duration === null || plan.start >= media.duration - TOLERANCE_S)) {
    return new AppError('OPTIONS_INVALID', '"start" lies past the end of the media');
  }
  return new AppError('MEDIA_DAMAGED', 'the audio stream holds no sound that can be decoded');
}
