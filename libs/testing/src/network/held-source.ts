import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A source of media that responds to no request before `release`, so that a task stays in its fetch step. */
export interface HeldSource {
  url: string;
  release(): void;
  stop(): Promise<void>;
}

export async function startHeldSource(media: Buffer): Promise<HeldSource> {
  const waiting = new Set<ServerResponse>();
  let isReleased = false;
  const answer = (response: ServerResponse): unknown =>
    response.writeHead(200, { 'Content-Length': media.length }).end(media);
  const server = createServer((_, response) => (isReleased ? answer(response) : waiting.add(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tone.wav`,
    release: () => {
      isReleased = true;
      for (const response of waiting) answer(response);
      waiting.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
