import { stat } from 'node:fs/promises';
import { AppError } from '@medley/kit';
import { runProcess } from '@medley/step-worker';
import { explainRefusal } from './explain-ffmpeg';
import { restrictedInput, baseArgs } from './restricted-input';
import { toolLimits } from './tool-limits';

/** What the container says of itself. It may lie: nothing here is ever told to the client. */
export interface MediaInfo {
  /** Seconds; null when unknown or only guessed. */
  duration: number | null;
  /** Seconds on the container's own clock at which its first stream begins. */
  start: number;
  /** Of the first audio stream. */
  sampleRate: number | null;
  channels: number | null;
}

const PROBE_MS = 15_000;
/** Nothing that sounds is smaller; a header that claims less than this many bits a second lies. */
const BITS_PER_SECOND_MIN = 200;

/**
 * Ask ffmpeg what a file holds; no ffprobe is needed. With no output named it ends with status 1.
 * @throws AppError MEDIA_UNSUPPORTED, MEDIA_DAMAGED
 */
export async function probeMedia(
  ffmpeg: string,
  path: string,
  place: { workspace: string; signal: AbortSignal },
): Promise<MediaInfo> {
  const { size } = await stat(path);
  if (size === 0) throw new AppError('MEDIA_DAMAGED', 'the file is empty');
  const lines: string[] = [];
  const end = await runProcess({
    command: ffmpeg,
    args: [...baseArgs, '-loglevel', 'level+info', ...restrictedInput(path)],
    cwd: place.workspace,
    signal: place.signal,
    timeLimitMs: PROBE_MS,
    limits: toolLimits,
    onStderrLine: (line) => {
      if (lines.length < 2_000) lines.push(line);
    },
  });
  const isMedia = lines.some((line) => line.startsWith('[info] Input #0,'));
  if (end.signal !== null || !isMedia) throw explainRefusal(end, lines);
  return readFacts(lines, size);
}

/** A file may forge such a line with a tag; all it wins is a wrong guess, for the result is measured. */
function readFacts(lines: readonly string[], size: number): MediaInfo {
  const audio = lines.find((line) => /^\[info\] {3,5}Stream #0:\d\S*: Audio: /.test(line));
  if (audio === undefined) throw new AppError('MEDIA_UNSUPPORTED', 'no audio stream found');
  const isGuess = lines.some((line) => line.includes('Estimating duration from bitrate'));
  const duration = isGuess ? null : readDuration(lines);
  const isBelievable = duration !== null && (size * 8) / duration >= BITS_PER_SECOND_MIN;
  const rate = /, (\d+) Hz/.exec(audio)?.[1];
  const layout = /, \d+ Hz, ([^,]+)/.exec(audio)?.[1];
  return {
    duration: isBelievable ? duration : null,
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

/** Only one, two or more matters. */
function countChannels(layout: string): number {
  if (layout.startsWith('mono') || layout.startsWith('1 channels')) return 1;
  return layout.startsWith('stereo') ? 2 : 3;
}
