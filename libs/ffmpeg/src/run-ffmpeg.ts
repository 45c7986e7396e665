import { runProcess } from '@medley/step-worker';
import { explainFailure } from './explain-ffmpeg';
import { toolLimits } from './tool-limits';

/** One pass over media that was probed before. */
export interface FfmpegRun {
  ffmpeg: string;
  /** With `-loglevel level+verbose -progress pipe:1`. */
  args: string[];
  /** What comes out, as users may read it: `the MP3`. */
  makes: string;
  /** Bytes the kernel lets it write to a file. */
  fileBytesMax: number;
  timeLimitMs: number;
  workspace: string;
  signal: AbortSignal;
  /** Called with the seconds encoded so far. */
  onSeconds: (seconds: number) => void;
}

/** Lines worth keeping to explain a failure; a damaged file can cause millions. */
const ERRORS_MAX = 200;

/**
 * Convert, and say how many samples (per channel) the encoder was fed; null when ffmpeg did not say. Its status tells
 * little: look at what came out.
 * @throws AppError MEDIA_UNSUPPORTED, MEDIA_DAMAGED, MEDIA_TOO_LARGE, TOOL_CRASHED, STORAGE_FULL, STEP_TIMEOUT
 */
export async function runFfmpeg(run: FfmpegRun): Promise<{ samples: number | null }> {
  const errors: string[] = [];
  let samples: number | null = null;
  const end = await runProcess({
    command: run.ffmpeg,
    args: run.args,
    cwd: run.workspace,
    signal: run.signal,
    timeLimitMs: run.timeLimitMs,
    limits: { ...toolLimits, fileBytes: run.fileBytesMax },
    onStdoutLine: (line) => {
      const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
      if (microseconds !== undefined) run.onSeconds(Number(microseconds) / 1_000_000);
    },
    onStderrLine: (line) => {
      const encoded = /^\[verbose\] .* frames encoded \((\d+) samples\)/.exec(line)?.[1];
      if (encoded !== undefined) samples = Number(encoded);
      else if (/\[(error|fatal|panic)\]/.test(line) && errors.length < ERRORS_MAX) errors.push(line);
    },
  });
  if (end.exitCode !== 0) throw explainFailure(end, errors, run.makes);
  // A full disk does not change ffmpeg's exit status on every version.
  if (errors.some((line) => line.includes('No space left on device'))) {
    throw explainFailure(end, errors, run.makes);
  }
  return { samples };
}
