import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on 127.0.0.1 that gives its file to requests with the right `Authorization` header only. */
export interface GuardedSource {
  /** Of the file. */
  url: string;
  stop(): Promise<void>;
}

export async function startGuardedSource(file: Buffer, authorization: string): Promise<GuardedSource> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== authorization) response.writeHead(401).end();
    else response.writeHead(200, { 'Content-Length': file.length }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tone.wav`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
