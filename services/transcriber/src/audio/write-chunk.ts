import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PreparedAudio } from './prepare-audio';
import { WAV_HEADER_BYTES, SAMPLE_BYTES, wavHeader } from './wav-format';

/** Writes the samples from `firstSample` up to `endSample` (exclusive) of prepared audio to a new WAV file. */
export async function writeChunk(
  audio: PreparedAudio,
  part: { path: string; firstSample: number; endSample: number },
  signal: AbortSignal,
): Promise<void> {
  const samples = createReadStream(audio.path, {
    start: WAV_HEADER_BYTES + part.firstSample * SAMPLE_BYTES,
    end: WAV_HEADER_BYTES + part.endSample * SAMPLE_BYTES - 1,
  });
  const header = wavHeader((part.endSample - part.firstSample) * SAMPLE_BYTES);
  await pipeline(Readable.from(withHeader(header, samples)), createWriteStream(part.path), { signal });
}

async function* withHeader(header: Buffer, samples: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield header;
  yield* samples;
}
