import { runProcess } from '@medley/step-worker';
import { explainFailure } from './explain-ffmpeg';
import { transcodeArgs } from './ffmpeg-args';
import type { OutputPlan } from './plan-output';
import { toolLimits, TRANSCODE_MS } from './tool-limits';

export interface FfmpegRun {
  ffmpeg: string;
  from: string;
  to: string;
  plan: OutputPlan;
  workspace: string;
  signal: AbortSignal;
  /** Called with the seconds encoded so far. */
  onSeconds: (seconds: number) => void;
}

/** Lines worth keeping to explain a failure; a damaged file can cause millions. */
const ERRORS_MAX = 200;

/**
 * Convert, and say how many samples (per channel) the encoder was fed; null when ffmpeg did not say.
 * @throws AppError MEDIA_UNSUPPORTED, MEDIA_DAMAGED, TOOL_CRASHED, STORAGE_FULL, STEP_TIMEOUT
 */
export async function runFfmpeg(run: FfmpegRun): Promise<{ samples: number | null }> {
  const errors: string[] = [];
  let samples: number | null = null;
  const end = await runProcess({
    command: run.ffmpeg,
    args: transcodeArgs(run.from, run.to, run.plan),
    cwd: run.workspace,
    signal: run.signal,
    timeLimitMs: TRANSCODE_MS,
    limits: toolLimits,
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
  if (end.exitCode !== 0) throw explainFailure(end, errors);
  // A full disk does not change ffmpeg's exit status on every version.
  if (errors.some((line) => line.includes('No space left on device'))) throw explainFailure(end, errors);
  return { samples };
}
