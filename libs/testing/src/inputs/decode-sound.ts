import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const RATE = 16_000;
const BYTES_MAX = 64 * 2 ** 20;

/** A decoded sound; `level` measures how loud a tone is in a stretch of it, by the Goertzel algorithm. */
export interface DecodedSound {
  seconds: number;
  /** 0..1: the amplitude of a tone of this frequency between two times in seconds. */
  level(hertz: number, from: number, to: number): number;
  /** 0..1: the loudest sample between two times. */
  peak(from: number, to: number): number;
}

/** Decode a file with FFmpeg to one channel. */
export async function decodeSound(ffmpeg: string, mp3: Buffer): Promise<DecodedSound> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-sound-'));
  try {
    const path = join(directory, 'a.mp3');
    await writeFile(path, mp3);
    const format = ['-f', 's16le', '-ac', '1', '-ar', String(RATE), '-'];
    const args = ['-nostdin', '-v', 'error', '-i', path, ...format];
    const { stdout } = await run(ffmpeg, args, { encoding: 'buffer', maxBuffer: BYTES_MAX });
    const samples = Array.from({ length: stdout.length >> 1 }, (_, i) => stdout.readInt16LE(2 * i) / 2 ** 15);
    const between = (from: number, to: number): number[] =>
      samples.slice(Math.round(from * RATE), Math.round(to * RATE));
    return {
      seconds: samples.length / RATE,
      level: (hertz, from, to) => toneLevel(between(from, to), hertz),
      peak: (from, to) => between(from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

function toneLevel(samples: readonly number[], hertz: number): number {
  const step = (2 * Math.PI * hertz) / RATE;
  const real = samples.reduce((sum, sample, i) => sum + sample * Math.cos(step * i), 0);
  const imaginary = samples.reduce((sum, sample, i) => sum + sample * Math.sin(step * i), 0);
  return (2 * Math.hypot(real, imaginary)) / Math.max(1, samples.length);
}
