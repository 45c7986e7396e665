import type { StepErrorCode } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { ProcessEnd } from '@medley/step-worker';
import { noSpace } from './ensure-free-space';

const NO_SPACE = /No space left on device|Disk quota exceeded/;

/** ffmpeg's words → ours; the first that fits counts. Its own text names paths and is never shown. */
const causes: readonly { said: RegExp; code: StepErrorCode; message: string }[] = [
  { said: /matches no streams/, code: 'MEDIA_UNSUPPORTED', message: 'no audio stream found' },
  {
    said: /Format not on whitelist|Protocol .* not on whitelist/,
    code: 'MEDIA_UNSUPPORTED',
    message: 'the content is no MP3, WAV, OGG, FLAC, M4A, MP4, WebM or MKV',
  },
  {
    said: /moov atom not found/,
    code: 'MEDIA_DAMAGED',
    message: 'the file is incomplete: its index is missing',
  },
  {
    said: /Decoder .* not found|Unknown decoder|Unsupported codec|no decoder found/i,
    code: 'MEDIA_UNSUPPORTED',
    message: 'the audio codec is not supported',
  },
  {
    said: /Unrecognized option|Option .* not found|Unknown encoder|Error opening filters/,
    code: 'TOOL_CRASHED',
    message: 'ffmpeg did not understand its task',
  },
];

/** Why ffmpeg could not even open the media. */
export function explainRefusal(end: ProcessEnd, lines: readonly string[]): AppError {
  return (
    explainCrash(end) ??
    explainWords(lines) ??
    new AppError('MEDIA_UNSUPPORTED', 'the content is no media in a supported format')
  );
}

/** Why ffmpeg could not convert media that it had opened before; `makes` is what it was to write: `the MP3`. */
export function explainFailure(end: ProcessEnd, lines: readonly string[], makes: string): AppError {
  if (end.signal === 'SIGXFSZ')
    return new AppError('MEDIA_TOO_LARGE', `${makes} would be larger than allowed`);
  if (lines.some((line) => NO_SPACE.test(line))) return noSpace(makes);
  return (
    explainCrash(end) ??
    explainWords(lines) ??
    new AppError('MEDIA_DAMAGED', 'the audio stream cannot be decoded')
  );
}

function explainCrash({ signal }: ProcessEnd): AppError | null {
  if (signal === null) return null;
  if (signal === 'SIGXCPU') return new AppError('STEP_TIMEOUT', 'the media takes too much computing time');
  return new AppError('TOOL_CRASHED', `ffmpeg was ended by ${signal}`);
}

function explainWords(lines: readonly string[]): AppError | null {
  const cause = causes.find(({ said }) => lines.some((line) => said.test(line)));
  return cause ? new AppError(cause.code, cause.message) : null;
}
