import { baseArgs, restrictedInput, toolLimits } from '@medley/ffmpeg';
import { runProcess } from '@medley/step-worker';
import { PeakReducer, type Peaks } from './peak-reducer';
import { waveformLimits } from './waveform-limits';

/** Hz. Enough for what is seen of speech, and a sixth of what there is to reduce. */
const SAMPLE_RATE = 8_000;
const BITS = 8;
const BYTE = 256;

interface WaveformRequest {
  ffmpeg: string;
  /** The absolute path of the sound. */
  path: string;
  workspace: string;
  signal: AbortSignal;
}

/**
 * The peaks of a sound in version 2 of the JSON format of BBC audiowaveform, which players of the web read. Decodes it
 * once and keeps no more of it than the peaks. Null when FFmpeg fails.
 * @throws AppError STEP_TIMEOUT, TOOL_CRASHED; the reason of the signal
 */
export async function measureWaveform(request: WaveformRequest): Promise<string | null> {
  const { ffmpeg, path, workspace, signal } = request;
  const reducer = new PeakReducer(waveformLimits.pairsMax);
  const end = await runProcess({
    command: ffmpeg,
    args: [
      ...[...baseArgs, '-loglevel', 'error', '-threads', '1', ...restrictedInput(path)],
      ...['-map', '0:a:0', '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 's16le', 'pipe:1'],
    ],
    cwd: workspace,
    signal,
    timeLimitMs: waveformLimits.measureMs,
    limits: toolLimits,
    onStdout: (chunk) => reducer.push(chunk),
  });
  return end.exitCode === 0 ? writeWaveform(reducer.peaks()) : null;
}

function writeWaveform({ samplesPerPair, values }: Peaks): string {
  return JSON.stringify({
    version: 2,
    channels: 1,
    sample_rate: SAMPLE_RATE,
    samples_per_pixel: samplesPerPair,
    bits: BITS,
    length: values.length / 2,
    data: values.map((value) => Math.trunc(value / BYTE)),
  });
}
