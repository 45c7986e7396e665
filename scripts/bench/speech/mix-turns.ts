import { randomNumbers, VOICE_RATE } from './synthetic-voice';
import type { Turn } from './diarization-error';

/** Kept at hand: where the suites run, a look into the globals for each sample costs more than the sum. */
const { max, min, round, sqrt } = Math;

export interface Utterance {
  speaker: string;
  samples: Float32Array;
}

export interface TurnMix {
  /** A WAV file, 16 kHz, mono, 16 bits. */
  wav: Buffer;
  turns: Turn[];
}

export interface MixOptions {
  seed: number;
  /** Seconds of silence between the turns. */
  gap?: { least: number; most: number };
  /** How far the noise is below the voices, in decibels. */
  noiseDb?: number;
}

const HEAD_BYTES = 44;

/** Utterances one after the other, equally loud, over a little noise; with the truth of who speaks when. */
export function mixTurns(utterances: readonly Utterance[], options: MixOptions): TurnMix {
  const { least, most } = options.gap ?? { least: 0.3, most: 0.8 };
  const random = randomNumbers(options.seed);
  const placed: { at: number; samples: Float32Array }[] = [];
  const turns: Turn[] = [];
  let at = VOICE_RATE / 2;
  for (const { speaker, samples } of utterances) {
    const level = levelOf(samples);
    placed.push({ at, samples: samples.map((sample) => (sample * VOICE_LEVEL) / level) });
    turns.push({ start: at / VOICE_RATE, end: (at + samples.length) / VOICE_RATE, speaker });
    at += samples.length + round((least + (most - least) * random()) * VOICE_RATE);
  }
  const noise = VOICE_LEVEL * 10 ** (-(options.noiseDb ?? 40) / 20) * sqrt(12);
  const whole = Float32Array.from({ length: at }, () => noise * (random() - 0.5));
  for (const { at: from, samples } of placed)
    samples.forEach((sample, index) => (whole[from + index] = (whole[from + index] ?? 0) + sample));
  return { wav: toWav(whole), turns };
}

const VOICE_LEVEL = 0.05;

function levelOf(samples: Float32Array): number {
  return sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / max(1, samples.length)) || 1;
}

export function toWav(samples: Float32Array): Buffer {
  const wav = Buffer.alloc(HEAD_BYTES + samples.length * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(VOICE_RATE, 24);
  wav.writeUInt32LE(VOICE_RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples.length * 2, 40);
  const pcm = new Int16Array(wav.buffer, wav.byteOffset + HEAD_BYTES, samples.length);
  for (let at = 0; at < samples.length; at += 1)
    pcm[at] = round(32_767 * min(1, max(-1, samples[at] as number)));
  return wav;
}
