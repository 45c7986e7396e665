import { stat } from 'node:fs/promises';
import { AppError } from '@medley/kit';
import { runProcess } from '@medley/step-worker';
import { explainRefusal } from './explain-ffmpeg';
import { restrictedInput, baseArgs } from './restricted-input';
import { toolLimits } from './tool-limits';

/** Properties from the header of a media file. Headers can be wrong, so they are never returned to clients. */
export interface MediaInfo {
  /** Seconds; null when unknown, estimated or implausible. */
  duration: number | null;
  /** Start timestamp of the first stream in the container, in seconds. */
  start: number;
  /** Sample rate of the first audio stream, in Hz. */
  sampleRate: number | null;
  /** Channels of the first audio stream; 3 stands for more than two. */
  channels: number | null;
}

const PROBE_MS = 15_000;
/** No audio codec uses a lower bitrate, so a header with a longer duration is wrong. */
const BITS_PER_SECOND_MIN = 200;

/**
 * Reads the properties of a media file from the log of FFmpeg; ffprobe is not needed. Without an output file FFmpeg exits
 * with status 1, so the status is ignored.
 * @throws AppError MEDIA_UNSUPPORTED, MEDIA_DAMAGED, STEP_TIMEOUT, TOOL_CRASHED; the reason of the signal
 */
export async function probeMedia(
  ffmpeg: string,
  path: string,
  context: { workspace: string; signal: AbortSignal },
): Promise<MediaInfo> {
  const { size } = await stat(path);
  if (size === 0) throw new AppError('MEDIA_DAMAGED', 'the file is empty');
  const lines: string[] = [];
  const end = await runProcess({
    command: ffmpeg,
    args: [...baseArgs, '-loglevel', 'level+info', ...restrictedInput(path)],
    cwd: context.workspace,
    signal: context.signal,
    timeLimitMs: PROBE_MS,
    limits: toolLimits,
    onStderrLine: (line) => {
      if (lines.length < 2_000) lines.push(line);
    },
  });
  const isMedia = lines.some((line) => line.startsWith('[info] Input #0,'));
  if (end.signal !== null || !isMedia) throw explainRefusal(end, lines);
  return parseLog(lines, size);
}

/** A tag in a file can imitate these lines. That is harmless, because the properties are only estimates. */
function parseLog(lines: readonly string[], size: number): MediaInfo {
  const audio = lines.find((line) => /^\[info\] {3,5}Stream #0:\d\S*: Audio: /.test(line));
  if (audio === undefined) throw new AppError('MEDIA_UNSUPPORTED', 'no audio stream found');
  const isEstimate = lines.some((line) => line.includes('Estimating duration from bitrate'));
  const duration = isEstimate ? null : readDuration(lines);
  const isPlausible = duration !== null && (size * 8) / duration >= BITS_PER_SECOND_MIN;
  const rate = /, (\d+) Hz/.exec(audio)?.[1];
  const layout = /, \d+ Hz, ([^,]+)/.exec(audio)?.[1];
  return {
    duration: isPlausible ? duration : null,
    start: readStart(lines),
    sampleRate: rate === undefined || rate === '0' ? null : Number(rate),
    channels: layout === undefined ? null : countChannels(layout.trim()),
  };
}

function readDuration(lines: readonly string[]): number | null {
  for (const line of lines) {
    const match = /^\[info\] {3}Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(line);
    if (match) return Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3]);
  }
  return null;
}

function readStart(lines: readonly string[]): number {
  const line = lines.find((one) => one.startsWith('[info]   Duration: '));
  return Number(/, start: (-?\d+\.\d+)/.exec(line ?? '')?.[1] ?? 0);
}

/** 1, 2 or 3 for more than two. */
function countChannels(layout: string): number {
  if (layout.startsWith('mono') || layout.startsWith('1 channels')) return 1;
  return layout.startsWith('stereo') ? 2 : 3;
}
