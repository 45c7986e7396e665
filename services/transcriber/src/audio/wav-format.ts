/** The format of prepared audio: RIFF WAVE, 16 kHz (`SAMPLE_RATE`), mono, 16 bits, with a header of 44 bytes. */
export const SAMPLE_RATE = 16_000;
export const SAMPLE_BYTES = 2;
export const WAV_HEADER_BYTES = 44;

/** Builds the header of a file with `dataBytes` bytes of samples. */
export function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  header.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** Whether these are the first bytes of a file in this format. */
export function isWavHeader(bytes: Buffer): boolean {
  if (bytes.length < WAV_HEADER_BYTES) return false;
  const expected = wavHeader(bytes.readUInt32LE(40));
  return bytes.subarray(8, 40).equals(expected.subarray(8, 40)) && bytes.toString('latin1', 0, 4) === 'RIFF';
}
