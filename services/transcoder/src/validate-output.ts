import type { MediaInfo, DurationLimit } from '@medley/ffmpeg';
import { AppError } from '@medley/kit';
import { transcodeLimits } from './transcode-limits';
import type { Mp3Info } from './measure-mp3';
import type { OutputPlan } from './plan-output';

export interface OutputContext {
  /** Samples the encoder was fed; null when unknown. */
  samples: number | null;
  plan: OutputPlan;
  facts: MediaInfo;
  limit: DurationLimit;
}

/** Seconds by which an end may miss: a last packet, and the encoder's delay of two frames. */
const TOLERANCE_S = 0.25;

/**
 * Decide whether the file is what was asked for. ffmpeg ends with status 0 on empty, cut and overlong output alike, so
 * only what was measured counts. @throws AppError MEDIA_DAMAGED, MEDIA_TOO_LONG, MEDIA_LENGTH_MISMATCH, OPTIONS_INVALID, TOOL_CRASHED
 */
export function validateOutput(mp3: Mp3Info | null, context: OutputContext): Mp3Info {
  const { samples, plan, facts, limit } = context;
  if (!mp3 || samples === 0) throw explainNothing(plan, facts);
  if (mp3.size >= transcodeLimits.outputBytesMax)
    throw new AppError('MEDIA_TOO_LARGE', 'the MP3 would be larger than 1 GB');
  if (samples !== null && mp3.samples < samples) {
    throw new AppError('TOOL_CRASHED', 'the MP3 is shorter than what was decoded');
  }
  const seconds = samples === null ? mp3.duration : samples / mp3.sampleRate;
  if (seconds > limit.seconds + TOLERANCE_S) throw limit.refusal();
  if (plan.wanted !== null && plan.wanted <= limit.seconds && seconds < plan.wanted - TOLERANCE_S) {
    const at = (plan.start + seconds).toFixed(1);
    throw new AppError('OPTIONS_INVALID', `"end" lies past the end of the media, which is at ${at} s`);
  }
  return mp3;
}

function explainNothing(plan: OutputPlan, facts: MediaInfo): AppError {
  if (plan.start > 0 && (facts.duration === null || plan.start >= facts.duration - TOLERANCE_S)) {
    return new AppError('OPTIONS_INVALID', '"start" lies past the end of the media');
  }
  return new AppError('MEDIA_DAMAGED', 'the audio stream holds no sound that can be decoded');
}
