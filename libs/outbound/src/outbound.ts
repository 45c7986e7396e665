import type { Readable } from 'node:stream';

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Aborts the request at once in every phase: name lookup, connect, headers, body. */
  signal: AbortSignal;
  dnsTimeoutMs: number;
  connectTimeoutMs: number;
}

/** Status and headers; the caller must read `body` (raw bytes) to its end or destroy it. */
export interface OutboundResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

/** Why a request failed; safe to show to users. */
export type OutboundFailure =
  | 'forbidden address'
  | 'name not found'
  | 'name lookup timed out'
  | 'connection refused'
  | 'connect timed out'
  | 'connection reset'
  | 'tls error'
  | 'invalid response'
  | 'protocol switch refused'
  | 'aborted'
  | 'network error';

/** The HTTP client for URLs of users; no other code may connect to them. */
export interface Outbound {
  /** Null when the URL is acceptable, else a message for its field. Checks the text only; resolves no name. */
  refuse(url: string): string | null;
  /**
   * Sends one request. The name is resolved once, every address is checked, and only checked addresses are dialled. Follows
   * no redirect, uses no proxy, reuses no connection. @throws OutboundError
   */
  open(request: OutboundRequest): Promise<OutboundResponse>;
}

export class OutboundError extends Error {
  constructor(
    readonly failure: OutboundFailure,
    options?: ErrorOptions,
  ) {
    super(failure, options);
    this.name = 'OutboundError';
  }
}
