import { open } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ensureFreeSpace,
  leadingSilenceOf,
  restrictedInput,
  probeMedia,
  baseArgs,
  runFfmpeg,
  type FfmpegBinary,
  type DurationLimit,
} from '@medley/ffmpeg';
import { AppError, errorCodeOf } from '@medley/kit';
import { WAV_HEADER_BYTES, isWavHeader, SAMPLE_BYTES, SAMPLE_RATE } from './wav-format';
import { transcribeLimits } from '../transcribe-limits';

/** Audio in the format of the engines, see wav-format.ts. */
export interface PreparedAudio {
  path: string;
  samples: number;
  /** Measured seconds. */
  duration: number;
}

export interface PrepareOptions {
  ffmpeg: FfmpegBinary;
  /** Absolute path of the media. */
  from: string;
  limit: DurationLimit;
  /** Directory for the file; the caller removes it. */
  workspace: string;
  signal: AbortSignal;
  /** Called with the progress, 0..1; not called when the header has no duration. */
  progress: (fraction: number) => void;
}

const PRODUCT = 'the prepared audio';
/** Allowed deviation of the end in seconds: the last packet. */
const TOLERANCE_S = 0.25;
const BYTES_PER_SECOND = SAMPLE_RATE * SAMPLE_BYTES;
const DAMAGED = 'the audio stream holds no sound that can be decoded';

/**
 * Converts the first audio stream of media to `audio.wav` in the workspace. Its times are those of the media: a late start
 * of the stream and gaps in it are filled with silence.
 * @throws AppError MEDIA_*, TOOL_CRASHED, STORAGE_FULL, STEP_TIMEOUT, ENGINE_NOT_CONFIGURED without FFmpeg; the reason of
 * the signal
 */
export async function prepareAudio(options: PrepareOptions): Promise<PreparedAudio> {
  const { ffmpeg, from, limit, workspace, signal } = options;
  const secondsMax = limit.seconds;
  if (ffmpeg.path === null) throw new AppError('ENGINE_NOT_CONFIGURED', ffmpeg.reason);
  const media = await probeMedia(ffmpeg.path, from, { workspace, signal });
  if (media.duration !== null && media.duration > secondsMax) throw limit.refusal();
  const path = join(workspace, 'audio.wav');
  // The whole audio and its chunks.
  await ensureFreeSpace(workspace, 2 * BYTES_PER_SECOND * (media.duration ?? secondsMax), PRODUCT);
  const { samples: encoded } = await runFfmpeg({
    ffmpeg: ffmpeg.path,
    args: prepareArgs(from, path, { secondsMax, gap: leadingSilenceOf(media) }),
    product: PRODUCT,
    fileBytesMax: WAV_HEADER_BYTES + BYTES_PER_SECOND * (secondsMax + 60),
    timeLimitMs: transcribeLimits.prepareMs,
    workspace,
    signal,
    onSeconds: (seconds) => {
      if (media.duration !== null && media.duration > 0) options.progress(seconds / media.duration);
    },
  });
  const samples = await countSamples(path);
  if (samples === 0) throw new AppError('MEDIA_DAMAGED', DAMAGED);
  if (encoded !== null && samples < encoded) {
    throw new AppError('TOOL_CRASHED', `${PRODUCT} is shorter than what was decoded`);
  }
  const duration = samples / SAMPLE_RATE;
  if (duration > secondsMax + TOLERANCE_S) throw limit.refusal();
  return { path, samples, duration };
}

function prepareArgs(from: string, to: string, options: { secondsMax: number; gap: number }): string[] {
  return [
    ...baseArgs,
    ...['-loglevel', 'level+verbose', '-progress', 'pipe:1'],
    ...(options.gap > 0 ? ['-itsoffset', String(options.gap)] : []),
    ...restrictedInput(from),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    // Gaps are filled after resampling: an hour of silence in the source format would not fit into memory.
    '-af',
    `aformat=sample_fmts=s16:sample_rates=${SAMPLE_RATE}:channel_layouts=mono,aresample=async=1:first_pts=0`,
    // One second more than allowed, so that longer media is detected.
    ...['-c:a', 'pcm_s16le', '-threads', '2', '-t', String(options.secondsMax + 1)],
    ...['-fflags', '+bitexact', '-f', 'wav', '-y', `file:${to}`],
  ];
}

/** By the file size: FFmpeg wrote the header before it knew the length. */
async function countSamples(path: string): Promise<number> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    throw new AppError('TOOL_CRASHED', 'ffmpeg ended well and left no file');
  });
  try {
    const { size } = await file.stat();
    if (size <= WAV_HEADER_BYTES) return 0;
    const { buffer } = await file.read(Buffer.alloc(WAV_HEADER_BYTES), 0, WAV_HEADER_BYTES, 0);
    if (!isWavHeader(buffer)) throw new AppError('TOOL_CRASHED', `ffmpeg wrote ${PRODUCT} in another shape`);
    return Math.floor((size - WAV_HEADER_BYTES) / SAMPLE_BYTES);
  } finally {
    await file.close();
  }
}
