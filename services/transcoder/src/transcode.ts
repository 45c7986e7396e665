import { stepOptionsSchemas, type TranscodeOptions } from '@medley/contracts';
import type { FfmpegBinary } from '@medley/ffmpeg';
import { AppError } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import { convertToMp3, openMedia, storeMp3 } from './convert-to-mp3';
import { transcodeArgs } from './ffmpeg-args';
import { planOutput } from './plan-output';

/** The handler of `transcode` steps: converts the first audio stream of media to MP3. */
export function createTranscode(ffmpeg: FfmpegBinary, secondsAllowed: number): StepHandler<'transcode'> {
  return async (inputs, context) => {
    const options = normalizeOptions(context.options);
    const opened = await openMedia(inputs, context, { ffmpeg, secondsAllowed });
    const plan = planOutput(opened.media, options, opened.limit.seconds);
    const args = transcodeArgs(opened.from, opened.to, plan);
    const output = await convertToMp3(opened, { plan, args }, context);
    return {
      output,
      media: await storeMp3(opened, output, context),
      usage: { media_seconds: output.duration },
    };
  };
}

/** The gateway has validated the options; validating again converts them (kbit/s to bit/s). */
function normalizeOptions(options: TranscodeOptions): TranscodeOptions {
  const { error, value } = stepOptionsSchemas.transcode.validate(options);
  if (error) throw new AppError('OPTIONS_INVALID', `the options do not fit: ${error.message}`);
  return value as TranscodeOptions;
}
