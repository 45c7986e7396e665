import { wavHeader } from './wav-header';

const TONE_HZ = 440;

/** A WAV file of a tone: 16-bit PCM, `seconds` long. */
export function makeWav(seconds: number, { rate = 16_000, channels = 1 } = {}): Buffer {
  const frameBytes = channels * 2;
  // The tone repeats after a second at the latest; a copy of it is much faster than a sine for each sample.
  const repeated = Buffer.alloc(rate * frameBytes);
  for (let frame = 0; frame < rate; frame += 1) {
    const sample = Math.round(12_000 * Math.sin((2 * Math.PI * TONE_HZ * frame) / rate));
    for (let channel = 0; channel < channels; channel += 1)
      repeated.writeInt16LE(sample, (frame * channels + channel) * 2);
  }
  const data = Buffer.alloc(Math.round(seconds * rate) * frameBytes, repeated);
  return Buffer.concat([wavHeader(data.length, { rate, channels }), data]);
}
