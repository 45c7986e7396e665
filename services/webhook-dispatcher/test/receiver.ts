import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Unix milliseconds on the clock of the test. */
  at: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The most requests it held at one time. */
  peak(): number;
  open(): number;
  stop(): Promise<void>;
}

/** Answers the `index`-th request (from 0); what it does not end stays open until the receiver stops. */
export type Answer = (response: ServerResponse, request: Received, index: number) => void;

export function answerWith(...statuses: number[]): Answer {
  return (response, _, index) => {
    response.writeHead(statuses[Math.min(index, statuses.length - 1)] ?? 500).end('ok');
  };
}

/** A local HTTP server that records its requests. */
export async function startReceiver(answer: Answer): Promise<Receiver> {
  const received: Received[] = [];
  let open = 0;
  let peak = 0;
  const server = createServer((request, response) => {
    open += 1;
    peak = Math.max(peak, open);
    response.once('close', () => (open -= 1));
    void buffer(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers, body, at: Date.now() };
      received.push(one);
      answer(response, one, received.length - 1);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    peak: () => peak,
    open: () => open,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
