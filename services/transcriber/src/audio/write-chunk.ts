import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PreparedAudio } from './prepare-audio';
import { WAV_HEADER_BYTES, SAMPLE_BYTES, wavHeader } from './wav-format';

/** Copy some samples of prepared audio into a file of the same shape. */
export async function writeChunk(
  audio: PreparedAudio,
  part: { path: string; firstSample: number; endSample: number },
  signal: AbortSignal,
): Promise<void> {
  const samples = createReadStream(audio.path, {
    start: WAV_HEADER_BYTES + part.firstSample * SAMPLE_BYTES,
    end: WAV_HEADER_BYTES + part.endSample * SAMPLE_BYTES - 1,
  });
  const head = wavHeader((part.endSample - part.firstSample) * SAMPLE_BYTES);
  await pipeline(Readable.from(withHead(head, samples)), createWriteStream(part.path), { signal });
}

async function* withHead(head: Buffer, samples: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* samples;
}
