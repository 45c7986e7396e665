import { AppError } from '@medley/kit';
import type { OutboundResponse } from '@medley/outbound';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FetchDeadlines } from './fetch-deadlines';
import type { FetchLimits } from './fetch-limits';
import { fromBodyError } from './source-error';

/** Sources that compress although they were asked not to. */
const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export interface BodyOptions {
  maxBytes: number;
  limits: FetchLimits;
  deadlines: FetchDeadlines;
  /** Told the share of the announced length that has come, 0..1. */
  progress(fraction: number): void;
}

/**
 * The media of a response, checked as it flows: size on the wire and decoded, pace of the source, and that nothing is
 * missing at the end. The caller closes the response. @throws AppError
 */
export async function* readBody(response: OutboundResponse, options: BodyOptions): AsyncGenerator<Buffer> {
  const announced = Number(response.headers['content-length'] ?? NaN);
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const sent = { bytes: 0 };
  const wire = readWire(response.body, { announced, sent }, options);
  try {
    if (announced > options.maxBytes) throw tooLarge(options.maxBytes);
    if (encoding === 'identity' || encoding === '') yield* wire;
    else {
      const unpacked = limitExpansion(decode(wire, encoding), { sent, limits: options.limits });
      yield* limitBytes(unpacked, options.maxBytes);
    }
  } catch (error) {
    throw fromBodyError(error, options.deadlines.signal);
  }
}

async function* readWire(
  body: Readable,
  { announced, sent }: { announced: number; sent: { bytes: number } },
  options: BodyOptions,
): AsyncGenerator<Buffer> {
  for await (const chunk of limitBytes(keepPace(body, options), options.maxBytes)) {
    sent.bytes += chunk.length;
    if (announced > 0) options.progress(Math.min(sent.bytes / announced, 1));
    yield chunk;
  }
  if (sent.bytes < announced) {
    throw new AppError('SOURCE_TRUNCATED', 'the source ended before the length it announced');
  }
}

/** Only the time spent waiting for the source counts, not the time our own storage takes. */
async function* keepPace(body: Readable, { deadlines, limits }: BodyOptions): AsyncGenerator<Buffer> {
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

/** A few bytes must not become a disk full of zeros. */
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

async function* decode(wire: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = decoders.get(encoding)?.();
  if (!decoder)
    throw new AppError('SOURCE_REFUSED', 'the source answered with a content encoding that is not supported');
  let wireError: unknown;
  const source = Readable.from(wire, { objectMode: false }).once('error', (error) => (wireError = error));
  // The outcome is seen by whoever reads the decoder.
  pipeline(source, decoder, () => undefined);
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (cause) {
    throw (
      wireError ?? new AppError('SOURCE_TRUNCATED', 'the source sent a damaged content encoding', { cause })
    );
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('MEDIA_TOO_LARGE', `the media is larger than ${maxBytes} bytes`);
}
