import { closeSync, openSync, readSync } from 'node:fs';
import { WAV_HEADER_BYTES, isWavHeader, SAMPLE_BYTES } from '../audio/wav-format';

/** Samples of a block. */
const BLOCK_SAMPLES = 65_536;
const FULL_SCALE = 32_768;

/**
 * Reads the samples of prepared audio (-1..1) in blocks, synchronously: run it in a thread.
 * @throws Error when the file is not prepared audio
 */
export function* readWavSamples(path: string): Generator<Float32Array> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(BLOCK_SAMPLES * SAMPLE_BYTES);
    const header = buffer.subarray(0, readSync(file, buffer, 0, WAV_HEADER_BYTES, 0));
    if (!isWavHeader(header))
      throw new Error('the prepared audio is not a WAV file of 16 kHz, mono, 16 bits');
    for (let at = WAV_HEADER_BYTES; ;) {
      const length = readSync(file, buffer, 0, buffer.length, at);
      if (length < SAMPLE_BYTES) return;
      const count = Math.floor(length / SAMPLE_BYTES);
      yield Float32Array.from({ length: count }, (_, index) => buffer.readInt16LE(index * 2) / FULL_SCALE);
      at += count * SAMPLE_BYTES;
    }
  } finally {
    closeSync(file);
  }
}
