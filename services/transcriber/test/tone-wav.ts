import { WAV_HEADER_BYTES, wavHeader } from '@medley/testing';

/** A tone in Hz (0: silence) and its duration in seconds. */
export type Tone = [hertz: number, seconds: number];

const RATE = 16_000;

/** A WAV file (16 kHz, mono, 16 bits) of consecutive tones; `voiced` adds the harmonics of a voice. */
export function toneWav(tones: readonly Tone[], { voiced = false } = {}): Buffer {
  const lengths = tones.map(([, seconds]) => Math.round(seconds * RATE));
  const bytes = lengths.reduce((sum, length) => sum + length, 0) * 2;
  const wav = Buffer.alloc(WAV_HEADER_BYTES + bytes);
  let at = WAV_HEADER_BYTES;
  for (const [index, [hertz]] of tones.entries()) {
    for (let sample = 0; sample < (lengths[index] as number); sample += 1, at += 2) {
      const phase = (2 * Math.PI * hertz * sample) / RATE;
      wav.writeInt16LE(Math.round(32_767 * (voiced ? 0.25 * voice(phase) : 0.4 * Math.sin(phase))), at);
    }
  }
  wavHeader(bytes, { rate: RATE }).copy(wav);
  return wav;
}

function voice(phase: number): number {
  let sum = 0;
  for (let overtone = 1; overtone <= 12; overtone += 1) sum += Math.sin(phase * overtone) / overtone;
  return sum;
}
