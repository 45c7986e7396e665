import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Whether the client closed the connection before the response was complete. */
  isAborted: () => boolean;
}

/** Responds to one request; the connection stays open until it ends the response. */
export type Responder = (response: ServerResponse, request: RecordedRequest) => void;

/** A local HTTP server in place of an operator's upstream. Each request takes the next responder; the last one stays. */
export interface StubUpstream {
  /** Ends in `/v1`. */
  url: string;
  requests: RecordedRequest[];
  /** Replaces the responders. */
  respond(...responses: Responder[]): void;
  close(): Promise<void>;
}

export async function startStubUpstream(): Promise<StubUpstream> {
  const requests: RecordedRequest[] = [];
  let responses: Responder[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let isAborted = false;
    response.on('close', () => (isAborted = !response.writableEnded));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const seen = { method, path, headers, body: Buffer.concat(chunks), isAborted: () => isAborted };
      requests.push(seen);
      const respond = responses.length > 1 ? responses.shift() : responses[0];
      respond?.(response, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    respond: (...given) => (responses = given),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function respondJson(body: unknown, status = 200): Responder {
  return (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** The body is a text that must never reach a client of Medley. */
export function respondStatus(code: number, headers: Record<string, string> = {}): Responder {
  return (response) => response.writeHead(code, headers).end('secret-of-the-upstream');
}

/** Leaves the client waiting. */
export const neverRespond: Responder = () => undefined;

export function respondBytes(body: Buffer): Responder {
  return (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
}

/** Sends less than its `Content-Length` and closes the connection. */
export const respondTruncated: Responder = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"choices": [', () => response.destroy());
};
