import { baseArgs, leadingSilenceOf, restrictedInput } from '@medley/ffmpeg';
import { encodingArgs } from './ffmpeg-args';
import type { OpenedMedia } from './convert-to-mp3';
import type { OutputPlan } from './plan-output';
import { FILTERED } from './redaction-filter';

/** Options with which FFmpeg reads its filter graph from a file: arguments must not grow with the transcript. */
export const scriptOptions = ['-filter_complex_script', '-/filter_complex'] as const;

/** Builds the FFmpeg arguments that write the sound of a filter graph as MP3, for `runFfmpeg`. */
export function redactArgs(
  { from, to, media }: OpenedMedia,
  plan: OutputPlan,
  { option, script }: { option: (typeof scriptOptions)[number]; script: string },
): string[] {
  const gap = leadingSilenceOf(media);
  return [
    ...baseArgs,
    ...['-loglevel', 'level+verbose', '-progress', 'pipe:1'],
    ...(gap > 0 ? ['-itsoffset', String(gap)] : []),
    ...restrictedInput(from),
    ...[option, script, '-map', FILTERED],
    ...encodingArgs(to, plan),
  ];
}
