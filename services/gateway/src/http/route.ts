import type { IncomingMessage } from 'node:http';
import type { Caller } from '../callers/caller';
import type { RequestRecord } from '../callers/request-record';
import type { RouteDocs } from '../route-docs/route-docs';
import type { RequestOrigin } from '@medley/store';
import type { ApiResponse, RenderedResponse, StreamResponse } from './response';
import type { BodyLimits } from './http-limits';
import type { JsonObject } from '../validation/json-object';
import type { Query } from './parse-query';

export const API_PREFIX = '/api/v1';

/** An authenticated and rate-limited request, as handlers receive it. */
export interface Call {
  caller: Caller;
  /** What is logged of the request and kept with its tasks. */
  record: RequestRecord;
  params: Readonly<Record<string, string>>;
  query: Query;
  /** Empty when the route takes no body. */
  body: JsonObject;
  /** The request, for a route that streams its body. */
  incoming(): IncomingMessage;
  /** Deduplication id of the resources that this request creates; null without an `Idempotency-Key`. */
  origin: RequestOrigin | null;
  /** SHA-256 (hex) of method, path and raw body; of a streamed body its type and length. Equal for identical requests. */
  fingerprint(): string;
  header(name: string): string | undefined;
  /** A signal that is aborted when the client disconnects. */
  disconnected(): AbortSignal;
  /** Whether the key is still valid; for streamed responses. */
  isStillAllowed(): Promise<boolean>;
}

type Handler = (call: Call) => Promise<ApiResponse | RenderedResponse | StreamResponse>;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An endpoint. Paths are relative to `/api/v1`. */
export interface Route {
  method: Method;
  path: string;
  /** Its entry in the API reference at `/docs`. */
  docs: RouteDocs;
  handle: Handler;
  /** Limits of the body; absent: the route reads no body. */
  body?: BodyLimits;
  /** The handler reads the body as a stream, by `incoming()`. */
  streamsBody?: boolean;
  /** Additional requests that this body counts as in the rate limit. */
  extraCost?(body: JsonObject): number;
  /** Whether the API contract lists UPSTREAM_ERROR for this endpoint; on other endpoints it becomes INTERNAL_ERROR. */
  listsUpstreamError?: boolean;
}

/** A route outside `/api/v1` that needs an API key, too: its path is the whole one. */
export type RootRoute = Omit<Route, 'docs'>;
