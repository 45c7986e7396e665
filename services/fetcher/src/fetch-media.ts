import { parseUploadUrl } from '@medley/contracts';
import { AppError, type BoundHeaders, type HeaderSealer } from '@medley/kit';
import type { Outbound, OutboundResponse } from '@medley/outbound';
import type { StepHandler } from '@medley/step-worker';
import { Readable } from 'node:stream';
import { detectMediaType, HEAD_BYTES } from '@medley/media-type';
import { copyUpload } from './copy-upload';
import { FetchDeadlines } from './fetch-deadlines';
import type { FetchLimits } from './fetch-limits';
import { followRedirects } from './follow-redirects';
import type { MediaDurationPool } from './measure/media-duration-pool';
import { readBody } from './read-body';

export interface FetchMediaOptions {
  outbound: Outbound;
  durations: MediaDurationPool;
  limits: FetchLimits;
  sealer: HeaderSealer;
  /** Limit of the media in bytes, as sent and after decoding. */
  maxBytes: number;
}

/**
 * The handler of `fetch` steps: downloads the media behind a link into the blob store. Nothing is stored before the first
 * bytes were recognized as a supported media type.
 */
export function createFetchMedia(options: FetchMediaOptions): StepHandler<'fetch'> {
  const { outbound, limits, maxBytes } = options;
  return async (inputs, context) => {
    const deadlines = new FetchDeadlines(context.signal);
    const disarm = deadlines.arm(limits.totalMs, `the fetch took longer than ${limits.totalMs / 1_000} s`);
    let response: OutboundResponse | null = null;
    try {
      const upload = parseUploadUrl(inputs.url());
      if (upload !== null) return await copyUpload(upload, options, { ...context, signal: deadlines.signal });
      const credentials = openHeaders(options.sealer, inputs);
      response = await followRedirects(inputs.url(), { outbound, limits, deadlines, credentials });
      const { progress, blobs } = context;
      const { contentType, media } = await detectType(
        readBody(response, { maxBytes, limits, deadlines, progress }),
      );
      const blob = context.blobKey('source');
      const { size } = await blobs.put(blob, Readable.from(media, { objectMode: false }));
      // Dependent steps are charged by the duration, so it is measured and not taken from the header.
      const duration = await options.durations.measure({
        blobs,
        blob,
        size,
        account: context.taskId,
        signal: deadlines.signal,
        logger: context.logger,
      });
      const properties = { content_type: contentType, size, duration };
      return { output: properties, media: { blob, ...properties } };
    } finally {
      response?.body.destroy();
      disarm();
    }
  };
}

function openHeaders(sealer: HeaderSealer, inputs: Parameters<StepHandler<'fetch'>>[0]): BoundHeaders | null {
  const headers = inputs.sourceHeaders();
  return headers && sealer.open(headers.sealed, 'source', headers.account_id);
}

interface TypedMedia {
  contentType: string;
  /** The whole media, including the chunks that were read to detect the type. */
  media: AsyncIterable<Buffer>;
}

async function detectType(chunks: AsyncGenerator<Buffer>): Promise<TypedMedia> {
  const head: Buffer[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    size += next.value.length;
  }
  const result = detectMediaType(Buffer.concat(head).subarray(0, HEAD_BYTES));
  if ('refusal' in result) throw new AppError('MEDIA_UNSUPPORTED', result.refusal);
  return { contentType: result.type, media: concat(head, chunks) };
}

async function* concat(head: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}
