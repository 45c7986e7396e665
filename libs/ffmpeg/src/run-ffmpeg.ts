import { runProcess } from '@medley/step-worker';
import { explainFailure } from './explain-ffmpeg';
import { toolLimits } from './tool-limits';

/** A conversion of media that `probeMedia` has accepted. */
export interface FfmpegRun {
  ffmpeg: string;
  /** Must include `-loglevel level+verbose -progress pipe:1`. */
  args: string[];
  /** Names the output in error messages: `the MP3`. */
  product: string;
  /** Limit of the output file (RLIMIT_FSIZE), in bytes. */
  fileBytesMax: number;
  timeLimitMs: number;
  workspace: string;
  signal: AbortSignal;
  /** Called with the seconds encoded so far. */
  onSeconds: (seconds: number) => void;
}

/** Error lines kept to explain a failure: a damaged file can cause millions. */
const ERRORS_MAX = 200;

/**
 * Runs a conversion. Returns the number of samples per channel that the encoder received; null when FFmpeg did not report
 * it. FFmpeg exits with status 0 on truncated or empty output too, so the caller has to check the output.
 * @throws AppError MEDIA_UNSUPPORTED, MEDIA_DAMAGED, MEDIA_TOO_LARGE, TOOL_CRASHED, STORAGE_FULL, STEP_TIMEOUT; the reason
 * of the signal
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
      else if (/\[(?:error|fatal|panic)\]/.test(line) && errors.length < ERRORS_MAX) errors.push(line);
    },
  });
  if (end.exitCode !== 0) throw explainFailure(end, errors, run.product);
  // Not every version of FFmpeg fails when the disk is full.
  if (errors.some((line) => line.includes('No space left on device'))) {
    throw explainFailure(end, errors, run.product);
  }
  return { samples };
}
