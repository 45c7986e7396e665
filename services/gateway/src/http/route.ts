import type { Caller } from '../callers/caller';
import type { RouteDocs } from '../openapi/route-docs';
import type { RequestOrigin } from '@medley/store';
import type { ApiResponse, RenderedResponse, StreamResponse } from './response';
import type { BodyLimits } from './http-limits';
import type { JsonObject } from './parse-body';
import type { Query } from './parse-query';

export const API_PREFIX = '/api/v1';

/** One authenticated request, read and counted, as its handler sees it. */
export interface Call {
  caller: Caller;
  params: Readonly<Record<string, string>>;
  query: Query;
  /** Empty when the route takes no body. */
  body: JsonObject;
  /** Under which name new things are stored once; null without an `Idempotency-Key`. */
  origin: RequestOrigin | null;
  /** SHA-256 (hex) of method, path and raw body: what makes two requests the same. */
  fingerprint(): string;
  header(name: string): string | undefined;
  /** A signal that is aborted when the client has gone. */
  disconnected(): AbortSignal;
  /** Whether the key is still good; for answers that last. */
  isStillAllowed(): Promise<boolean>;
}

type Handler = (call: Call) => Promise<ApiResponse | RenderedResponse | StreamResponse>;

export type Method = 'get' | 'post' | 'put' | 'delete';

/** A row of the interface: every endpoint is one. Paths are relative to `/api/v1`. */
export interface Route {
  method: Method;
  path: string;
  /** What the reference at `/docs` says; what is not told there does not exist. */
  docs: RouteDocs;
  handle: Handler;
  /** What a body may be, decided before it is read; absent: the route takes none. */
  body?: BodyLimits;
  /** Requests this body counts for beyond the first one. */
  extraCost?(body: JsonObject): number;
  /** The interface lists UPSTREAM_ERROR for this endpoint; elsewhere what is down behind us is INTERNAL_ERROR. */
  listsUpstreamError?: boolean;
}
