import { wavHeader } from './wav-header';

/** A WAV file of a tone: 16-bit PCM, `seconds` long. */
export function makeWav(seconds: number, { rate = 16_000, channels = 1 } = {}): Buffer {
  const frames = Math.round(seconds * rate);
  const data = Buffer.alloc(frames * channels * 2);
  for (let frame = 0; frame < frames; frame += 1) {
    const sample = Math.round(12_000 * Math.sin((2 * Math.PI * 440 * frame) / rate));
    for (let channel = 0; channel < channels; channel += 1)
      data.writeInt16LE(sample, (frame * channels + channel) * 2);
  }
  return Buffer.concat([wavHeader(data.length, { rate, channels }), data]);
}
