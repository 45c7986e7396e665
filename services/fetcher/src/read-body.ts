import { AppError } from '@medley/kit';
import type { OutboundResponse } from '@medley/outbound';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FetchDeadlines } from './fetch-deadlines';
import type { FetchLimits } from './fetch-limits';
import { fromBodyError } from './source-error';

/** By content encoding: some sources compress although the request asked for `identity`. */
const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export interface BodyOptions {
  /** Limit in bytes, as sent and after decoding. */
  maxBytes: number;
  limits: FetchLimits;
  deadlines: FetchDeadlines;
  /** Called with the received share of Content-Length, 0..1. */
  progress(fraction: number): void;
}

/**
 * Streams the decoded body of a response and checks its size as sent and decoded, the throughput of the source and that
 * the body is complete. The caller destroys the response.
 * @throws AppError MEDIA_TOO_LARGE, SOURCE_TIMEOUT, SOURCE_TRUNCATED, SOURCE_REFUSED; the reason of the signal
 */
export async function* readBody(response: OutboundResponse, options: BodyOptions): AsyncGenerator<Buffer> {
  const contentLength = Number(response.headers['content-length'] ?? NaN);
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const sent = { bytes: 0 };
  const sentBytes = readSent(response.body, { contentLength, sent }, options);
  try {
    if (contentLength > options.maxBytes) throw tooLarge(options.maxBytes);
    if (encoding === 'identity' || encoding === '') yield* sentBytes;
    else {
      const decoded = limitExpansion(decode(sentBytes, encoding), { sent, limits: options.limits });
      yield* limitBytes(decoded, options.maxBytes);
    }
  } catch (error) {
    throw fromBodyError(error, options.deadlines.signal);
  }
}

async function* readSent(
  body: Readable,
  { contentLength, sent }: { contentLength: number; sent: { bytes: number } },
  options: BodyOptions,
): AsyncGenerator<Buffer> {
  for await (const chunk of limitBytes(limitSlowness(body, options), options.maxBytes)) {
    sent.bytes += chunk.length;
    if (contentLength > 0) options.progress(Math.min(sent.bytes / contentLength, 1));
    yield chunk;
  }
  if (sent.bytes < contentLength) {
    throw new AppError('SOURCE_TRUNCATED', 'the source ended before the length it announced');
  }
}

/** Fails when the source is too slow. The time in which the consumer stores a chunk does not count. */
async function* limitSlowness(body: Readable, { deadlines, limits }: BodyOptions): AsyncGenerator<Buffer> {
  const slow = `the source sent less than ${limits.minBytesPerWindow} bytes within ${limits.windowMs / 1_000} s`;
  const chunks = body[Symbol.asyncIterator]();
  let window = { waitedMs: 0, bytes: 0 };
  for (;;) {
    const startedAt = performance.now();
    const disarm = deadlines.arm(limits.windowMs, slow);
    const next = (await chunks.next().finally(disarm)) as IteratorResult<Buffer>;
    if (next.done) return;
    window.waitedMs += performance.now() - startedAt;
    window.bytes += next.value.length;
    if (window.waitedMs >= limits.windowMs) {
      if (window.bytes < limits.minBytesPerWindow) throw new AppError('SOURCE_TIMEOUT', slow);
      window = { waitedMs: 0, bytes: 0 };
    }
    yield next.value;
  }
}

async function* limitBytes(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** Protects the disk from decompression bombs. */
async function* limitExpansion(
  chunks: AsyncIterable<Buffer>,
  { sent, limits }: { sent: { bytes: number }; limits: FetchLimits },
): AsyncGenerator<Buffer> {
  const { expansionFreeBytes, expansionMax } = limits;
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > Math.max(expansionFreeBytes, expansionMax * sent.bytes)) {
      const message = `the media unpacks to more than ${expansionMax} times what the source sent`;
      throw new AppError('MEDIA_TOO_LARGE', message);
    }
    yield chunk;
  }
}

async function* decode(encoded: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = decoders.get(encoding)?.();
  if (!decoder)
    throw new AppError('SOURCE_REFUSED', 'the source answered with a content encoding that is not supported');
  let sourceError: Error | undefined;
  const source = Readable.from(encoded, { objectMode: false }).once(
    'error',
    (error) => (sourceError = error),
  );
  // Errors surface where the decoder is read.
  pipeline(source, decoder, () => undefined);
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (cause) {
    throw (
      sourceError ?? new AppError('SOURCE_TRUNCATED', 'the source sent a damaged content encoding', { cause })
    );
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('MEDIA_TOO_LARGE', `the media is larger than ${maxBytes} bytes`);
}
