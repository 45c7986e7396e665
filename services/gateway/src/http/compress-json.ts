import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import type { ServerResponse } from 'node:http';

/** A smaller response fits into one or two packets anyway. */
export const COMPRESSED_BYTES_MIN = 1024;

const compress = compression({
  threshold: COMPRESSED_BYTES_MIN,
  filter: (_request, response) => /^application\/json\b/.test(String(response.getHeader('Content-Type'))),
});

/** Compress JSON responses with brotli or gzip, as the client accepts it. Streams and files are sent as they are. */
export function compressJson(): RequestHandler {
  return compress;
}

/** The same for one response, before its headers are written. Most are too small, and need none of its listeners. */
export function compressResponse(response: ServerResponse): void {
  compress(response.req as Request, response as Response, () => undefined);
}
