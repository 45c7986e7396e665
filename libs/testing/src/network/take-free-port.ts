import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems assign ports from 32768 (Linux) or 49152 on, to servers on port 0 and to clients. */
const LOWEST = 20_000;
const BELOW = 32_768;

/**
 * A loopback port that is free now and outside the range from which the system assigns ports. So it stays free until the
 * program that needs it has started, even while other suites open sockets.
 */
export async function takeFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, BELOW);
    if (await isFree(port)) return port;
  }
}

/** Different free ports. */
export async function takeFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await takeFreePort());
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
