import { open } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ensureFreeSpace,
  restrictedInput,
  probeMedia,
  baseArgs,
  runFfmpeg,
  type FfmpegBinary,
  type MediaInfo,
  type DurationLimit,
} from '@medley/ffmpeg';
import { AppError, errorCodeOf } from '@medley/kit';
import { WAV_HEADER_BYTES, isWavHeader, SAMPLE_BYTES, SAMPLE_RATE } from './wav-format';
import { transcribeLimits } from '../transcribe-limits';

/** What every step of the transcription works on. */
export interface PreparedAudio {
  path: string;
  samples: number;
  /** Seconds, measured. */
  duration: number;
}

export interface Preparation {
  ffmpeg: FfmpegBinary;
  /** Absolute path of the media. */
  from: string;
  limit: DurationLimit;
  workspace: string;
  signal: AbortSignal;
  /** 0 to 1, as far as the header can be believed. */
  progress: (fraction: number) => void;
}

const MAKES = 'the prepared audio';
/** Seconds by which an end may miss: a last packet. */
const TOLERANCE_S = 0.25;
/** Smaller starts are the delay of an encoder, which decoding takes away again. */
const GAP_S = 0.1;
const BYTES_PER_SECOND = SAMPLE_RATE * SAMPLE_BYTES;
const DAMAGED = 'the audio stream holds no sound that can be decoded';

/**
 * Turn the first audio stream of any media into `audio.wav` of the workspace. Times in it are those of the media: what
 * lies before a late track, and holes inside it, are filled with silence.
 * @throws AppError MEDIA_*, TOOL_CRASHED, STORAGE_FULL, STEP_TIMEOUT, ENGINE_NOT_CONFIGURED without an ffmpeg
 */
export async function prepareAudio(preparation: Preparation): Promise<PreparedAudio> {
  const { ffmpeg, from, limit, workspace, signal } = preparation;
  const secondsMax = limit.seconds;
  if (ffmpeg.path === null) throw new AppError('ENGINE_NOT_CONFIGURED', ffmpeg.reason);
  const facts = await probeMedia(ffmpeg.path, from, { workspace, signal });
  if (facts.duration !== null && facts.duration > secondsMax) throw limit.refusal();
  const path = join(workspace, 'audio.wav');
  // Once as a whole and once in chunks.
  await ensureFreeSpace(workspace, 2 * BYTES_PER_SECOND * (facts.duration ?? secondsMax), MAKES);
  const { samples: fed } = await runFfmpeg({
    ffmpeg: ffmpeg.path,
    args: prepareArgs(from, path, { secondsMax, gap: gapOf(facts) }),
    makes: MAKES,
    fileBytesMax: WAV_HEADER_BYTES + BYTES_PER_SECOND * (secondsMax + 60),
    timeLimitMs: transcribeLimits.prepareMs,
    workspace,
    signal,
    onSeconds: (seconds) => {
      if (facts.duration !== null && facts.duration > 0) preparation.progress(seconds / facts.duration);
    },
  });
  const samples = await countSamples(path);
  if (samples === 0) throw new AppError('MEDIA_DAMAGED', DAMAGED);
  if (fed !== null && samples < fed) {
    throw new AppError('TOOL_CRASHED', `${MAKES} is shorter than what was decoded`);
  }
  const duration = samples / SAMPLE_RATE;
  if (duration > secondsMax + TOLERANCE_S) throw limit.refusal();
  return { path, samples, duration };
}

/**
 * Silence to put before media whose only track begins late. ffmpeg counts from the first track there is; the clock of
 * the container counts, when its length shows that it was meant to begin at zero. A recording cut out of a longer one
 * keeps that one's clock, which is no silence.
 */
function gapOf({ start, duration }: MediaInfo): number {
  return start >= GAP_S && duration !== null && duration > start ? start : 0;
}

function prepareArgs(from: string, to: string, wanted: { secondsMax: number; gap: number }): string[] {
  return [
    ...baseArgs,
    ...['-loglevel', 'level+verbose', '-progress', 'pipe:1'],
    ...(wanted.gap > 0 ? ['-itsoffset', String(wanted.gap)] : []),
    ...restrictedInput(from),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    // Filled after it was made small: an hour of silence in the shape of the source would not fit the memory.
    '-af',
    `aformat=sample_fmts=s16:sample_rates=${SAMPLE_RATE}:channel_layouts=mono,aresample=async=1:first_pts=0`,
    // One second more than allowed tells "just as long" from "longer".
    ...['-c:a', 'pcm_s16le', '-threads', '2', '-t', String(wanted.secondsMax + 1)],
    ...['-fflags', '+bitexact', '-f', 'wav', '-y', `file:${to}`],
  ];
}

/** By the size of the file: what its head says was written before the end was known. */
async function countSamples(path: string): Promise<number> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    throw new AppError('TOOL_CRASHED', 'ffmpeg ended well and left no file');
  });
  try {
    const { size } = await file.stat();
    if (size <= WAV_HEADER_BYTES) return 0;
    const { buffer } = await file.read(Buffer.alloc(WAV_HEADER_BYTES), 0, WAV_HEADER_BYTES, 0);
    if (!isWavHeader(buffer)) throw new AppError('TOOL_CRASHED', `ffmpeg wrote ${MAKES} in another shape`);
    return Math.floor((size - WAV_HEADER_BYTES) / SAMPLE_BYTES);
  } finally {
    await file.close();
  }
}
