import { open, type FileHandle } from 'node:fs/promises';
import { AppError, errorCodeOf } from '@medley/kit';
import { isInfoFrame, readFrame, type FrameHeader } from './mp3-frame';

/** Properties of an MP3 file, measured frame by frame; file headers (ID3, Xing) are ignored. */
export interface Mp3Info {
  /** Seconds. */
  duration: number;
  /** Bytes. */
  size: number;
  /** Bits per second; the average for a variable bitrate. */
  bitrate: number;
  /** Hz. */
  sampleRate: number;
  channels: number;
  /** Samples per channel. */
  samples: number;
}

const CHUNK_BYTES = 1024 * 1024;
/** Bytes of a frame that are parsed: its header and the position of the Info tag. */
const FRAME_HEAD_BYTES = 40;

/**
 * Measures an MP3 file up to its first invalid frame; null when it contains no frame.
 * @throws AppError TOOL_CRASHED when the file does not exist
 */
export async function measureMp3(path: string): Promise<Mp3Info | null> {
  const file = await openOutput(path);
  try {
    const { size } = await file.stat();
    const counter = new FrameCounter();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let offset = 0;
    let isFirst = true;
    for (let more = true; more && offset < size; isFirst = false) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, offset);
      const bytes = chunk.subarray(0, bytesRead);
      const isLast = offset + bytesRead >= size;
      const from = isFirst ? id3Length(bytes) : 0;
      const used = counter.countFrames(bytes, from, isLast);
      more = used > 0 && !isLast;
      offset += used;
    }
    return counter.result(size);
  } finally {
    await file.close();
  }
}

async function openOutput(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
    throw new AppError('TOOL_CRASHED', 'ffmpeg ended well and left no file');
  }
}

/** Bytes of the ID3v2 tag before the first frame. */
function id3Length(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  const digit = (at: number): number => (bytes[at] ?? 0) & 0x7f;
  return 10 + (digit(6) << 21) + (digit(7) << 14) + (digit(8) << 7) + digit(9);
}

class FrameCounter {
  #frames = 0;
  #samples = 0;
  #bytes = 0;
  #first: FrameHeader | null = null;
  #isConstant = true;

  /** Counts the frames that start in `bytes`; returns the offset of the next frame, 0 when there is none. */
  countFrames(bytes: Buffer, from: number, isLast: boolean): number {
    let at = from;
    const needed = isLast ? 4 : FRAME_HEAD_BYTES;
    while (at + needed <= bytes.length) {
      const frame = readFrame(bytes, at);
      if (!frame || (isLast && at + frame.bytes > bytes.length)) return 0;
      if (this.#frames > 0 || !isInfoFrame(bytes, at, frame)) this.#count(frame);
      at += frame.bytes;
    }
    return at;
  }

  #count(frame: FrameHeader): void {
    this.#first ??= frame;
    this.#isConstant &&= frame.bitrate === this.#first.bitrate;
    this.#frames += 1;
    this.#samples += frame.samples;
    this.#bytes += frame.bytes;
  }

  result(size: number): Mp3Info | null {
    if (!this.#first) return null;
    const { sampleRate, channels, bitrate } = this.#first;
    const duration = this.#samples / sampleRate;
    return {
      duration: Math.round(duration * 1_000) / 1_000,
      size,
      bitrate: this.#isConstant ? bitrate : Math.round((this.#bytes * 8) / duration),
      sampleRate,
      channels,
      samples: this.#samples,
    };
  }
}
