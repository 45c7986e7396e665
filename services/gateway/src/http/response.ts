import { toJsonText } from '@medley/task-view';
import type { ValidationIssue } from '@medley/contracts';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { COMPRESSED_BYTES_MIN, compressResponse } from './compress-json';

/** The result of a handler: `data` is wrapped in the envelope, beside it `warnings` if there are any, `text` is sent unchanged. */
export interface ApiResponse {
  status: number;
  headers?: Record<string, string>;
  content: DataContent | { text: string; type: string };
}

export interface DataContent {
  data: unknown;
  warnings?: readonly ValidationIssue[] | undefined;
}

export function ok(data: unknown, warnings: readonly ValidationIssue[] = []): ApiResponse {
  return { status: 200, content: { data, warnings } };
}

export function accepted(data: unknown): ApiResponse {
  return { status: 202, content: { data } };
}

/** 201 with the path of the created resource in `Location`. */
export function created(
  location: string,
  data: unknown,
  warnings: readonly ValidationIssue[] = [],
): ApiResponse {
  return { status: 201, headers: { Location: location }, content: { data, warnings } };
}

/** A streamed response, written by its handler. */
export interface StreamResponse {
  /** It counts as a request of its account as long as it lasts. */
  holdsRequest?: boolean;
  stream(response: ServerResponse): Promise<void>;
}

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';
const CHUNK_BYTES = 64 * 1024;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A serialized response, as it is sent and as it is stored for a replay. */
export interface RenderedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Serialize a response; an already rendered (replayed) one is returned unchanged. */
export function renderResponse(result: ApiResponse | RenderedResponse): RenderedResponse {
  if ('body' in result) return result;
  const { content } = result;
  const [type, body] =
    'data' in content ? [JSON_TYPE, toJsonText(envelopeOf(content))] : [content.type, content.text];
  return { status: result.status, headers: { ...result.headers, 'Content-Type': type }, body };
}

/** Without warnings, the envelope has no such field. */
export function envelopeOf({ data, warnings = [] }: DataContent): object {
  return { success: true, data, ...(warnings.length > 0 && { warnings }) };
}

export function sendResponse(response: ServerResponse, rendered: RenderedResponse): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(rendered.body);
  if (length >= COMPRESSED_BYTES_MIN) compressResponse(response);
  response.writeHead(rendered.status, { ...rendered.headers, 'Content-Length': length });
  // As a string it is sent with the headers in one write.
  if (length <= CHUNK_BYTES) response.end(rendered.body);
  // Sent in chunks, so that a slow client can be distinguished from a stalled one. A disconnected client is ignored.
  else pipeline(Readable.from(splitIntoChunks(Buffer.from(rendered.body))), response).catch(() => undefined);
}

function* splitIntoChunks(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += CHUNK_BYTES)
    yield body.subarray(start, start + CHUNK_BYTES);
}
