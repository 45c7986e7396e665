import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Whether the client went away before it was answered. */
  isGone: () => boolean;
}

/** Answers one request; without an answer the client is left waiting. */
export type Respond = (response: ServerResponse, request: SeenRequest) => void;

/** A local HTTP server in an engine's place. Requests are answered by the given responses in turn, the last for ever. */
export interface StubUpstream {
  /** Ends in `/v1`. */
  url: string;
  requests: SeenRequest[];
  /** From now on, answer so. */
  respond(...responses: Respond[]): void;
  close(): Promise<void>;
}

export async function startStubUpstream(): Promise<StubUpstream> {
  const requests: SeenRequest[] = [];
  let responses: Respond[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let gone = false;
    response.on('close', () => (gone = !response.writableEnded));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const seen = { method, path, headers, body: Buffer.concat(chunks), isGone: () => gone };
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

export function json(body: unknown, status = 200): Respond {
  return (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

export function status(code: number, headers: Record<string, string> = {}): Respond {
  return (response) => response.writeHead(code, headers).end('secret-of-the-upstream');
}

export const silence: Respond = () => undefined;

export function bytes(body: Buffer): Respond {
  return (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
}

/** Announces more than it sends and hangs up. */
export const cutOff: Respond = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"choices": [', () => response.destroy());
};
