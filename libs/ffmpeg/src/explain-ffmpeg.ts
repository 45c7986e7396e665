import type { StepErrorCode } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { ProcessEnd } from '@medley/step-worker';
import { noSpace } from './ensure-free-space';

const NO_SPACE = /No space left on device|Disk quota exceeded/;

const NOT_UNDERSTOOD = 'ffmpeg did not understand its task';

/** Messages of FFmpeg and the errors for users; the first match wins. FFmpeg's own text contains paths and is not shown. */
const causes: readonly { pattern: RegExp; code: StepErrorCode; message: string }[] = [
  { pattern: /matches no streams/, code: 'MEDIA_UNSUPPORTED', message: 'no audio stream found' },
  {
    pattern: /Format not on whitelist|Protocol .* not on whitelist/,
    code: 'MEDIA_UNSUPPORTED',
    message: 'the content is no media in a supported format',
  },
  {
    pattern: /moov atom not found/,
    code: 'MEDIA_DAMAGED',
    message: 'the file is incomplete: its index is missing',
  },
  {
    pattern: /Decoder .* not found|Unknown decoder|Unsupported codec|no decoder found/i,
    code: 'MEDIA_UNSUPPORTED',
    message: 'the audio codec is not supported',
  },
  {
    pattern: /Unrecognized option|Option .* not found|Unknown encoder|Error opening filters/,
    code: 'TOOL_CRASHED',
    message: NOT_UNDERSTOOD,
  },
];

/** The error to report when FFmpeg could not open the media, by its output lines. */
export function explainRefusal(end: ProcessEnd, lines: readonly string[]): AppError {
  return (
    explainCrash(end) ??
    explainOutput(lines) ??
    new AppError('MEDIA_UNSUPPORTED', 'the content is no media in a supported format')
  );
}

/**
 * The error to report when FFmpeg could not convert the media, by its output lines. `product` names the output in the
 * message: `the MP3`.
 */
export function explainFailure(end: ProcessEnd, lines: readonly string[], product: string): AppError {
  if (end.signal === 'SIGXFSZ')
    return new AppError('MEDIA_TOO_LARGE', `${product} would be larger than allowed`);
  if (lines.some((line) => NO_SPACE.test(line))) return noSpace(product);
  return (
    explainCrash(end) ??
    explainOutput(lines) ??
    new AppError('MEDIA_DAMAGED', 'the audio stream cannot be decoded')
  );
}

function explainCrash({ signal }: ProcessEnd): AppError | null {
  if (signal === null) return null;
  if (signal === 'SIGXCPU') return new AppError('STEP_TIMEOUT', 'the media takes too much computing time');
  return new AppError('TOOL_CRASHED', `ffmpeg was ended by ${signal}`);
}

function explainOutput(lines: readonly string[]): AppError | null {
  const cause = causes.find(({ pattern }) => lines.some((line) => pattern.test(line)));
  return cause ? new AppError(cause.code, cause.message) : null;
}

/** Whether FFmpeg refused an option, which may have another name in another version. */
export function isNotUnderstood(error: unknown): boolean {
  return error instanceof AppError && error.message === NOT_UNDERSTOOD;
}
