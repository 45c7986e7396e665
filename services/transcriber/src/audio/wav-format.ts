/** The one shape of prepared audio: RIFF WAVE, 16 kHz, mono, 16 bits, its samples behind a head of fixed length. */
export const SAMPLE_RATE = 16_000;
export const SAMPLE_BYTES = 2;
export const WAV_HEADER_BYTES = 44;

/** The head of a file with so many bytes of samples. */
export function wavHeader(dataBytes: number): Buffer {
  const head = Buffer.alloc(WAV_HEADER_BYTES);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  head.writeUInt16LE(SAMPLE_BYTES, 32);
  head.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataBytes, 40);
  return head;
}

/** Whether these are the first bytes of a file in that shape. */
export function isWavHeader(bytes: Buffer): boolean {
  if (bytes.length < WAV_HEADER_BYTES) return false;
  const wanted = wavHeader(bytes.readUInt32LE(40));
  return bytes.subarray(8, 40).equals(wanted.subarray(8, 40)) && bytes.toString('latin1', 0, 4) === 'RIFF';
}
