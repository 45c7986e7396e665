import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a web server on 127.0.0.1 with these files by path, as a source of media. */
export async function serveBytes(
  files: Record<string, Buffer>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const file = files[decodeURIComponent(request.url ?? '')];
    if (!file) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Length': file.length }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
