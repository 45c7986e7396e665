import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import type { ServerResponse } from 'node:http';

/** A smaller response fits into one or two packets anyway. */
export const COMPRESSED_BYTES_MIN = 1024;

/** Compress JSON responses with brotli or gzip, as the client accepts it. Streams and files are sent as they are. */
export const compressJson: RequestHandler = compression({
  threshold: COMPRESSED_BYTES_MIN,
  filter: (_request, response) => /^application\/json\b/.test(String(response.getHeader('Content-Type'))),
});

/** The same for one response, before its headers are written. Without `Accept-Encoding` it needs no listeners. */
export function compressResponse(response: ServerResponse): void {
  const expressResponse = response as Response;
  if (response.req.headers['accept-encoding'] === undefined) expressResponse.vary('Accept-Encoding');
  else void compressJson(response.req as Request, expressResponse, () => undefined);
}
