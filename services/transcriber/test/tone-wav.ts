/** Hertz and seconds; 0 Hz is silence. */
export type Tone = [hertz: number, seconds: number];

const RATE = 16_000;
const WAV_HEADER_BYTES = 44;

/** A WAV file (16 kHz, mono, 16 bits) of tones one after another; `voiced` gives each the overtones of a voice. */
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
  wav.write('RIFF', 0);
  wav.writeUInt32LE(WAV_HEADER_BYTES - 8 + bytes, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(bytes, 40);
  return wav;
}

function voice(phase: number): number {
  let sum = 0;
  for (let overtone = 1; overtone <= 12; overtone += 1) sum += Math.sin(phase * overtone) / overtone;
  return sum;
}
