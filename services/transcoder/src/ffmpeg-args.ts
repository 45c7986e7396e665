import { restrictedInput, baseArgs } from '@medley/ffmpeg';
import type { OutputPlan } from './plan-output';
import { transcodeLimits } from './transcode-limits';

const THREADS = 2;

/** Builds the FFmpeg arguments that convert the first audio stream of `from` to the MP3 file `to`, for `runFfmpeg`. */
export function transcodeArgs(from: string, to: string, plan: OutputPlan): string[] {
  return [
    ...baseArgs,
    ...['-loglevel', 'level+verbose', '-progress', 'pipe:1'],
    ...(plan.start > 0 ? ['-ss', String(plan.start)] : []),
    ...restrictedInput(from),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn'],
    ...(plan.normalize ? ['-af', 'loudnorm=I=-23:TP=-1:LRA=11'] : []),
    ...encodingArgs(to, plan),
  ];
}

/** The arguments behind the source: the MP3 file `to`, without anything of the source but sound. */
export function encodingArgs(to: string, plan: OutputPlan): string[] {
  return [
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-c:a', 'libmp3lame', '-b:a', String(plan.bitrate)],
    ...['-ar', String(plan.sampleRate), '-ac', String(plan.channels)],
    ...['-threads', String(THREADS), '-t', String(plan.secondsMax)],
    ...['-fs', String(transcodeLimits.outputBytesMax)],
    ...['-f', 'mp3', '-y', `file:${to}`],
  ];
}
