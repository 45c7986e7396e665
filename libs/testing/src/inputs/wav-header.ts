/** Length in bytes of a header without further chunks. */
export const WAV_HEADER_BYTES = 44;

/** The RIFF header of a WAV file of 16-bit PCM: `dataBytes` of samples follow, `rate` is in Hz. */
export function wavHeader(dataBytes: number, { rate = 16_000, channels = 1 } = {}): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
