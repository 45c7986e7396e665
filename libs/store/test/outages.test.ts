import { connectStores, type Stores } from '@medley/store';
import { randomUUID } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';
import { takeFreePort, until, withFrozenTimers } from '@medley/testing';
import { reservationRequest, makeTask, masterKey, quietLogger } from './test-stores';

/** A TCP proxy to the database that can drop all data or refuse connections. */
class Link {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isDropping = false;

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
        from.on('data', (bytes) => {
          if (!this.#isDropping) to.write(bytes);
        });
        from.on('error', () => undefined);
        from.on('close', () => to.destroy());
      }
    });
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  dropAll(isDropping: boolean): void {
    this.#isDropping = isDropping;
    // Dropped bytes are lost, so after the fault only new connections can work.
    if (!isDropping) for (const socket of this.#sockets) socket.destroy();
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
});
afterAll(async () => {
  await link.close();
  await mongo.stop();
});

/** Every kind of call at once: how each ended, and after how long by this clock. */
function wave(
  accountId: string,
  now = (): number => 0,
): Promise<{ ms: number; call: PromiseSettledResult<unknown> }[]> {
  const since = now();
  const calls: Promise<unknown>[] = [
    stores.tasks.insert(makeTask()),
    stores.creations.create(makeTask({ account_id: accountId }), { unfinishedMax: null }),
    stores.tasks.find(randomUUID()),
    stores.tasks.update(randomUUID(), 1, { set: { progress: 1 } }),
    stores.tasks.list({ account_id: accountId }, { limit: 1, offset: 0 }),
    stores.accounts.reserve(accountId, randomUUID(), reservationRequest(1)),
    stores.keys.findByHash(''),
  ];
  return Promise.all(
    calls.map(async (promise) => {
      const [call] = await Promise.allSettled([promise]);
      return { ms: now() - since, call };
    }),
  );
}

test('no call waits longer than 5 s for a link that drops everything, however many are queued before it', () =>
  withFrozenTimers(async (timers) => {
    stores = await connectStores({ url, logger: quietLogger, masterKey });
    const account = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 100 });
    link.dropAll(true);
    // The second batch waits behind the writes of the first, which hang.
    const first = wave(account.id, timers.now);
    await timers.advance(1_000);
    const second = wave(account.id, timers.now);
    await timers.advance(4_000);
    const ended = await first;
    await timers.advance(1_000);
    for (const { ms, call } of [...ended, ...(await second)]) {
      expect(ms).toBeLessThanOrEqual(5_000);
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'UPSTREAM_ERROR', retryable: true } });
    }
    const health = stores.checkHealth();
    await timers.advance(2_500);
    expect(await health).toMatch(/does not answer/);
    link.dropAll(false);
    await stores.close();
  }));

test('after an outage all calls succeed again, and the clock has not gone back', async () => {
  stores = await connectStores({ url, logger: quietLogger, masterKey });
  const account = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 100 });
  link.dropAll(true);
  // Restored only after all have ended, so that none of them waits for it.
  const calls = await wave(account.id);
  expect(calls.map(({ call }) => call.status)).toEqual(calls.map(() => 'rejected'));
  const before = stores.now().getTime();
  link.dropAll(false);
  await until(async () => (await stores.checkHealth()) === null);
  expect((await stores.accounts.find(account.id))?.id).toBe(account.id);
  expect(stores.now().getTime()).toBeGreaterThanOrEqual(before);
  await stores.close();
});

test('connecting waits for a database that starts later', async () => {
  const late = new Link(new URL(mongo.url));
  const port = await takeFreePort();
  const warnings = jest.spyOn(quietLogger, 'warn');
  const connecting = connectStores({
    url: url.replace(/:\d+\//, `:${port}/`),
    logger: quietLogger,
    masterKey,
  });
  let isConnected = false;
  void connecting.then(() => (isConnected = true));
  await until(() => warnings.mock.calls.length > 0);
  expect(isConnected).toBe(false);
  await late.listen(port);
  const connected = await connecting;
  expect(await connected.checkHealth()).toBeNull();
  await connected.close();
  await late.close();
});

test('an invalid database URL is refused at once', async () => {
  await expect(connectStores({ url: 'http://x', logger: quietLogger, masterKey })).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
  });
});

test('the time is that of the database, independent of the local clock', async () => {
  const real = Date.now;
  const hour = 3_600_000;
  Date.now = () => real() - hour;
  try {
    const own = await connectStores({ url: mongo.url, logger: quietLogger, masterKey });
    expect(Math.abs(own.now().getTime() - real())).toBeLessThan(60_000);
    await own.close();
  } finally {
    Date.now = real;
  }
});
