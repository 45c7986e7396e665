import { connectStores, type Stores } from '@medley/store';
import { randomUUID } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestMongo, type TestMongo } from '../../../tests/support/mongo';
import { until } from '../../../tests/support/until';
import { reservationRequest, makeTask, masterKey, quietLogger } from './test-stores';

/** A TCP link to the database that can be made to swallow everything, or to refuse. */
class Link {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isHole = false;

  constructor(private readonly target: URL) {}

  async listen(port = 0): Promise<number> {
    this.#server = createServer((client) => {
      const upstream = connect(Number(this.target.port), this.target.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        // prettier-ignore
        this.#sockets.add(from);
        from.on('data', (bytes) => void (this.#isHole || to.write(bytes)));
        from.on('error', () => undefined);
        from.on('close', () => to.destroy());
      }
    });
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  swallow(isHole: boolean): void {
    this.#isHole = isHole;
    // What was swallowed is missing for ever: after healing only new connections can work.
    if (!isHole) for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const server = this.#server;
    if (server) await new Promise((resolve) => server.close(resolve));
  }
}

let mongo: TestMongo;
let link: Link;
let url: string;
let stores: Stores;

beforeAll(async () => {
  mongo = await startTestMongo();
  link = new Link(new URL(mongo.url));
  const port = await link.listen();
  url = mongo.url.replace(/\/\/[^/]+/, `//127.0.0.1:${port}`);
  stores = await connectStores({ url, logger: quietLogger, masterKey });
}, 60_000);
afterAll(async () => {
  await stores.close();
  await link.close();
  await mongo.stop();
});

/** Every kind of call at once: how each ended, and after how long. */
function wave(accountId: string): Promise<{ ms: number; call: PromiseSettledResult<unknown> }[]> {
  const since = performance.now();
  const calls: Promise<unknown>[] = [
    stores.tasks.insert(makeTask()),
    stores.tasks.find(randomUUID()),
    stores.tasks.move(randomUUID(), 1, { set: { progress: 1 } }),
    stores.tasks.list({ account_id: accountId }, { limit: 1, offset: 0 }),
    stores.accounts.reserve(accountId, randomUUID(), reservationRequest(1)),
    stores.keys.findByHash(''),
  ];
  return Promise.all(
    calls.map(async (promise) => {
      const [call] = await Promise.allSettled([promise]);
      return { ms: performance.now() - since, call };
    }),
  );
}

test('no call hangs when the link swallows everything: each ends as unavailable, and all works again after', async () => {
  const account = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 100 });
  link.swallow(true);
  // The second wave queues behind the first one's writes, which hang.
  const first = wave(account.id);
  await pause(1_000);
  const second = wave(account.id);
  for (const { ms, call } of [...(await first), ...(await second)]) {
    expect(ms).toBeLessThan(5_500);
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'UPSTREAM_ERROR', retryable: true } });
  }
  const asked = performance.now();
  expect(await stores.trouble()).toMatch(/does not answer/);
  expect(performance.now() - asked).toBeLessThan(2_500);
  const before = stores.now().getTime();
  link.swallow(false);
  await until(async () => (await stores.trouble()) === null, { timeoutMs: 15_000 });
  expect((await stores.accounts.find(account.id))?.id).toBe(account.id);
  expect(stores.now().getTime()).toBeGreaterThanOrEqual(before);
}, 40_000);

test('connecting waits for a database that comes up later', async () => {
  const late = new Link(new URL(mongo.url));
  const port = await late.listen();
  await late.close();
  const connecting = connectStores({
    url: url.replace(/:\d+\//, `:${port}/`),
    logger: quietLogger,
    masterKey,
  });
  let isConnected = false;
  void connecting.then(() => (isConnected = true));
  await expect(until(() => isConnected, { timeoutMs: 300 })).rejects.toThrow();
  await late.listen(port);
  const connected = await connecting;
  expect(await connected.trouble()).toBeNull();
  await connected.close();
  await late.close();
}, 20_000);

test('what is no address of a database is refused at once', async () => {
  await expect(connectStores({ url: 'http://x', logger: quietLogger, masterKey })).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
  });
});

test('the time is the database’s, whatever this machine’s clock says', async () => {
  const real = Date.now;
  const hour = 3_600_000;
  Date.now = () => real() - hour;
  try {
    const own = await connectStores({ url: mongo.url, logger: quietLogger, masterKey });
    expect(Math.abs(own.now().getTime() - real())).toBeLessThan(1_000);
    await own.close();
  } finally {
    Date.now = real;
  }
});
