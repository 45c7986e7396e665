import { open } from 'node:fs/promises';
import type { PreparedAudio } from './prepare-audio';
import { WAV_HEADER_BYTES, SAMPLE_BYTES, SAMPLE_RATE } from './wav-format';

/** Frames per second. */
export const FRAME_RATE = 50;
export const FRAME_SAMPLES = SAMPLE_RATE / FRAME_RATE;
/** The level of digital silence, in dBFS. */
export const LOWEST_DB = -100;

const FRAMES_AT_ONCE = 1_600;
const FULL_SCALE = 32_768;

/**
 * Measures the level of each frame of 20 ms, in dBFS. Reads the file in parts, so that it needs little memory and does not
 * block the event loop.
 * @throws the reason of the signal
 */
export async function measureLevels(audio: PreparedAudio, signal: AbortSignal): Promise<Float32Array> {
  const levels = new Float32Array(Math.ceil(audio.samples / FRAME_SAMPLES));
  const samples = new Int16Array(FRAMES_AT_ONCE * FRAME_SAMPLES);
  const bytes = Buffer.from(samples.buffer);
  const file = await open(audio.path, 'r');
  try {
    for (let frame = 0; frame < levels.length; frame += FRAMES_AT_ONCE) {
      signal.throwIfAborted();
      const position = WAV_HEADER_BYTES + frame * FRAME_SAMPLES * SAMPLE_BYTES;
      const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
      const read = samples.subarray(0, Math.floor(bytesRead / SAMPLE_BYTES));
      for (let at = 0; at < read.length; at += FRAME_SAMPLES) {
        levels[frame + at / FRAME_SAMPLES] = levelOf(read.subarray(at, at + FRAME_SAMPLES));
      }
    }
  } finally {
    await file.close();
  }
  return levels;
}

/** The mean is subtracted: a DC offset is not audible. */
function levelOf(samples: Int16Array): number {
  let sum = 0;
  let squares = 0;
  for (const sample of samples) {
    sum += sample;
    squares += sample * sample;
  }
  const mean = sum / samples.length;
  const power = Math.max(0, squares / samples.length - mean * mean) / FULL_SCALE ** 2;
  return Math.max(LOWEST_DB, 10 * Math.log10(power + 1e-12));
}
