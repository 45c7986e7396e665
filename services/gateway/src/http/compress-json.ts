import compression from 'compression';
import type { RequestHandler } from 'express';

/** A smaller response fits into one or two packets anyway. */
const BYTES_MIN = 1024;

/** Compress JSON responses with brotli or gzip, as the client accepts it. Streams and files are sent as they are. */
export function compressJson(): RequestHandler {
  return compression({
    threshold: BYTES_MIN,
    filter: (_request, response) => /^application\/json\b/.test(String(response.getHeader('Content-Type'))),
  });
}
