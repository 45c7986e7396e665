import type { IncomingMessage } from 'node:http';
import { AppError } from '@medley/kit';
import { invalid } from '../validation/invalid';

/** A body over the limit is still read this many times further, unkept: who is cut off while sending sees no answer. */
const DRAIN_FACTOR = 4;

/** The raw body. @throws AppError VALIDATION_ERROR when it is larger than `limit` bytes */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks = [];
      if (size > limit * DRAIN_FACTOR) finish(() => reject(tooLarge(limit)));
    };
    const onEnd = (): void =>
      finish(() => (size > limit ? reject(tooLarge(limit)) : resolve(Buffer.concat(chunks, size))));
    const onLost = (): void =>
      finish(() => reject(new AppError('INVALID_JSON', 'The request ended before its body did.')));
    request.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost);
  });
}

function tooLarge(limit: number): AppError {
  const message = `must not be larger than ${limit / 1024 / 1024} MiB`;
  return invalid([{ field: 'body', message }], { close: true });
}
