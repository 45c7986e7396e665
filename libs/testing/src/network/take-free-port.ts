import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems hand out ports from 32768 (Linux) or 49152 on: to sockets that ask for any, and to clients that connect. */
const LOWEST = 20_000;
const BELOW = 32_768;

/**
 * A loopback port nobody listens on right now and that the system gives to nobody by itself: it is still free when the
 * program that it is meant for has started, however many other suites open sockets meanwhile.
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
