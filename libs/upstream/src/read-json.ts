import type { Readable } from 'node:stream';
import { AppError } from '@medley/kit';

export interface ReadJsonOptions {
  /** Names the upstream in error messages. */
  name: string;
  answerBytesMax: number;
  /** Called for each chunk received. */
  onBytes(): void;
}

/** Reads a JSON value in valid UTF-8 of at most `answerBytesMax` bytes. @throws AppError UPSTREAM_INVALID_ANSWER */
export async function readJson(stream: Readable, options: ReadJsonOptions): Promise<unknown> {
  const bytes = await readBounded(stream, options);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new AppError('UPSTREAM_INVALID_ANSWER', `${options.name} sent an answer that is no JSON`);
  }
}

async function readBounded(stream: Readable, options: ReadJsonOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    options.onBytes();
    size += chunk.length;
    if (size > options.answerBytesMax) {
      const limit = `${options.answerBytesMax / 1024 / 1024} MiB`;
      throw new AppError('UPSTREAM_INVALID_ANSWER', `${options.name} sent an answer larger than ${limit}`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
