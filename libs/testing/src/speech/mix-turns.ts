import { WAV_HEADER_BYTES, wavHeader } from '../inputs/wav-header';
import { randomNumbers, VOICE_RATE } from './synthetic-voice';
import type { Turn } from './diarization-error';

/** Local copies: under jest a lookup of a global for each sample costs more than the arithmetic. */
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
  /** Signal-to-noise ratio in decibels. */
  noiseDb?: number;
}

/** Concatenates utterances at equal loudness over noise; `turns` is the reference diarization. */
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
  const wav = Buffer.alloc(WAV_HEADER_BYTES + samples.length * 2);
  wavHeader(samples.length * 2, { rate: VOICE_RATE }).copy(wav);
  const pcm = new Int16Array(wav.buffer, wav.byteOffset + WAV_HEADER_BYTES, samples.length);
  for (let at = 0; at < samples.length; at += 1)
    pcm[at] = round(32_767 * min(1, max(-1, samples[at] as number)));
  return wav;
}
