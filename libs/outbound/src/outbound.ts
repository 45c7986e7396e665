import type { Readable } from 'node:stream';

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Ends the request at once wherever it is, whatever the peer does: name lookup, connect, headers or body. */
  signal: AbortSignal;
  dnsTimeoutMs: number;
  connectTimeoutMs: number;
}

/** The answer's head; `body` streams the raw bytes and must be read to the end or destroyed. */
export interface OutboundResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Readable;
}

/** Why a request did not get an answer, in words fit for users (no internal message). */
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

/** The only door to addresses that users name. */
export interface Outbound {
  /** Null when the URL may be tried, else a sentence for its field. Looks at the text only, resolves nothing. */
  refuse(url: string): string | null;
  /**
   * One request to one address, which is resolved once, checked in all its records and dialled as checked. Never
   * follows a redirect, uses no proxy, reuses no connection. @throws OutboundError
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
