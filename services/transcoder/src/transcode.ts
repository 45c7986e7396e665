import { join, resolve } from 'node:path';
import { stepOptionsSchemas, type TranscodeOptions } from '@medley/contracts';
import {
  ensureFreeSpace,
  probeMedia,
  runFfmpeg,
  durationLimit,
  toolLimits,
  type FfmpegBinary,
} from '@medley/ffmpeg';
import { AppError } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import { transcodeArgs } from './ffmpeg-args';
import { transcodeLimits } from './transcode-limits';
import { validateOutput } from './validate-output';
import { measureMp3 } from './measure-mp3';
import { planOutput, type OutputPlan } from './plan-output';

/** Time limit of one attempt, in milliseconds; below the delivery acknowledgement timeout of RabbitMQ (30 min). */
export const TRANSCODE_MS = 20 * 60_000;

/** The handler of `transcode` steps: converts the first audio stream of media to MP3. */
export function createTranscode(ffmpeg: FfmpegBinary, secondsAllowed: number): StepHandler<'transcode'> {
  return async (inputs, context) => {
    if (ffmpeg.path === null) throw new AppError('ENGINE_NOT_CONFIGURED', ffmpeg.reason);
    const { signal } = context;
    const options = normalizeOptions(context.options);
    const from = resolve(await inputs.mediaPath());
    const workspace = await context.workspace();
    const to = join(workspace, 'audio.mp3');

    const media = await probeMedia(ffmpeg.path, from, { workspace, signal });
    if (media.duration !== null && media.duration > secondsAllowed) {
      throw durationLimit(secondsAllowed, null).refusal();
    }
    // The reservation covers the output, which may be only a part of the media.
    const limit = durationLimit(secondsAllowed, context.mediaSecondsMax);
    const plan = planOutput(media, options, limit.seconds);
    // One copy in the workspace and one in the blob store.
    await ensureFreeSpace(workspace, 2 * expectedBytes(plan, limit.seconds), 'the MP3');

    const onSeconds = (seconds: number): void => {
      if (plan.expected !== null && plan.expected > 0) context.progress(seconds / plan.expected);
    };
    const run = await runFfmpeg({
      ffmpeg: ffmpeg.path,
      args: transcodeArgs(from, to, plan),
      product: 'the MP3',
      fileBytesMax: toolLimits.fileBytes,
      timeLimitMs: TRANSCODE_MS,
      workspace,
      signal,
      onSeconds,
    });
    const mp3 = validateOutput(await measureMp3(to), { ...run, plan, media, limit });

    const blob = context.blobKey('audio.mp3');
    await context.blobs.put(blob, { path: to });
    context.progress(1);
    const { duration, size, bitrate, sampleRate, channels } = mp3;
    return {
      output: { format: 'mp3', duration, size, bitrate, sample_rate: sampleRate, channels },
      media: { blob, content_type: 'audio/mpeg', size, duration },
      usage: { media_seconds: duration },
    };
  };
}

/** The gateway has validated the options; validating again converts them (kbit/s to bit/s). */
function normalizeOptions(options: TranscodeOptions): TranscodeOptions {
  const { error, value } = stepOptionsSchemas.transcode.validate(options);
  if (error) throw new AppError('OPTIONS_INVALID', `the options do not fit: ${error.message}`);
  return value as TranscodeOptions;
}

function expectedBytes(plan: OutputPlan, secondsLimit: number): number {
  const bytes = ((plan.expected ?? secondsLimit) * plan.bitrate) / 8;
  return Math.min(bytes, transcodeLimits.outputBytesMax);
}
