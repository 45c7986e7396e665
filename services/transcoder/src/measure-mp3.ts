import { open, type FileHandle } from 'node:fs/promises';
import { AppError, errorCodeOf } from '@medley/kit';
import { isInfoFrame, readFrame, type FrameHeader } from './mp3-frame';

/** What an MP3 file really holds, counted frame by frame; no header of the file as a whole is believed. */
export interface Mp3Info {
  /** Seconds. */
  duration: number;
  /** Bytes. */
  size: number;
  /** Bits per second: exact when constant, else the mean. */
  bitrate: number;
  sampleRate: number;
  channels: number;
  /** Samples per channel. */
  samples: number;
}

const CHUNK_BYTES = 1024 * 1024;
/** A frame's header, and where the Info tag of the first frame lies. */
const LOOK_BYTES = 40;

/**
 * Walk the frames of a file that the encoder wrote; null when it holds not one. The walk ends at the first
 * gap. @throws AppError TOOL_CRASHED when there is no file
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
      const used = counter.take(bytes, from, isLast);
      more = used > 0 && !isLast;
      offset += used;
    }
    return counter.facts(size);
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

/** Bytes of the ID3v2 tag in front of the frames. */
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

  /** Count the frames that start in `bytes`; returns where the next one starts (0: there is none). */
  take(bytes: Buffer, from: number, isLast: boolean): number {
    let at = from;
    const lookable = isLast ? 4 : LOOK_BYTES;
    while (at + lookable <= bytes.length) {
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

  facts(size: number): Mp3Info | null {
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
