import { AppError } from '@medley/kit';
import type { Outbound, OutboundResponse } from '@medley/outbound';
import type { StepHandler } from '@medley/step-worker';
import { Readable } from 'node:stream';
import { detectMediaType, HEAD_BYTES } from './detect-media-type';
import { FetchDeadlines } from './fetch-deadlines';
import type { FetchLimits } from './fetch-limits';
import { measureMedia } from './measure/measure-media';
import { followRedirects } from './follow-redirects';
import { readBody } from './read-body';

export interface FetchMediaOptions {
  outbound: Outbound;
  limits: FetchLimits;
  maxBytes: number;
}

/** The fetch step: a link in, media in the blob store out. Nothing is stored before its first bytes look right. */
export function createFetchMedia({ outbound, limits, maxBytes }: FetchMediaOptions): StepHandler<'fetch'> {
  return async (inputs, context) => {
    const deadlines = new FetchDeadlines(context.signal);
    const disarm = deadlines.arm(limits.totalMs, `the fetch took longer than ${limits.totalMs / 1_000} s`);
    let response: OutboundResponse | null = null;
    try {
      response = await followRedirects(inputs.url(), { outbound, limits, deadlines });
      const { progress, blobs } = context;
      const { contentType, media } = await recognise(
        readBody(response, { maxBytes, limits, deadlines, progress }),
      );
      const blob = context.blobKey('source');
      const { size } = await blobs.put(blob, Readable.from(media, { objectMode: false }));
      // By the packets of the file, not by what its container says; the steps below are paid for by it.
      const duration = await measureMedia({
        blobs,
        blob,
        size,
        signal: deadlines.signal,
        logger: context.logger,
      });
      const facts = { content_type: contentType, size, duration };
      return { output: facts, media: { blob, ...facts } };
    } finally {
      response?.body.destroy();
      disarm();
    }
  };
}

interface Recognised {
  contentType: string;
  /** All the chunks, those already looked at included. */
  media: AsyncIterable<Buffer>;
}

async function recognise(chunks: AsyncGenerator<Buffer>): Promise<Recognised> {
  const seen: Buffer[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    seen.push(next.value);
    size += next.value.length;
  }
  const verdict = detectMediaType(Buffer.concat(seen).subarray(0, HEAD_BYTES));
  if ('refusal' in verdict) throw new AppError('MEDIA_UNSUPPORTED', verdict.refusal);
  return { contentType: verdict.type, media: chain(seen, chunks) };
}

async function* chain(seen: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* seen;
  yield* rest;
}
