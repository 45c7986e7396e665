import { startTestGateway, type TestClient } from '@medley/testing/gateway';
import { RawConnection, readMetric, until, withFrozenTimers } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const MIB = 1024 * 1024;
const SHARE = 4 * MIB;
const BODIES = 40;

let system: TestSystem;
let attacker: TestClient;
let neighbour: TestClient;

/** A system that gives a stalled body up after so many milliseconds. */
const startSystem = (bodyWindowMs: number): Promise<TestSystem> =>
  startTestSystem({
    transferLimits: { bodyBytesPerAccountMax: SHARE, bodyBytesMax: 3 * SHARE, bodyWindowMs },
  });

beforeAll(async () => {
  // Longer than any test, so that a held body stays held.
  system = await startSystem(600_000);
  attacker = await system.newClient();
  neighbour = await system.newClient();
});
afterAll(() => system.stop());

const held = (by = attacker): Promise<number> => readMetric(by.url, 'medley_gateway_body_bytes');

/** A batch that announces 15 MiB and sends `bytes` of them. */
async function begin(bytes: number, by = attacker): Promise<RawConnection> {
  const connection = await RawConnection.open(by.url);
  connection.write(
    'POST /api/v1/tasks/batch HTTP/1.1\r\nHost: x\r\n' +
      `Authorization: Bearer ${by.identity.key}\r\nContent-Length: ${15 * MIB}\r\n\r\n`,
  );
  connection.write(Buffer.alloc(bytes, ' '));
  return connection;
}

const text = (bytes: number): string => `{"input":"Иван","pad":"${'x'.repeat(bytes)}"}`;

test('forty unfinished bodies of one account use only its share and delay no other account', async () => {
  const hasty = await startSystem(2_000);
  const [stalling, other] = [await hasty.newClient(), await hasty.newClient()];
  const connections = await Promise.all(Array.from({ length: BODIES }, () => begin(MIB, stalling)));
  await until(async () => (await held(stalling)) > SHARE / 2);
  expect(await held(stalling)).toBeLessThanOrEqual(SHARE);
  const task = await other.create('/pii', text(MIB));
  expect((await hasty.ended(task.id)).status).toBe('completed');
  expect(await held(stalling)).toBeLessThanOrEqual(SHARE);

  // A stalled body is aborted and its share released.
  await until(() => connections.every(({ isClosed }) => isClosed));
  expect(connections.every(({ received }) => received.startsWith('HTTP/1.1 400 '))).toBe(true);
  await until(async () => (await held(stalling)) === 0);
  await hasty.stop();
});

test('a body beyond the share of its account is refused with Retry-After', async () => {
  const connections = await Promise.all([begin(2 * MIB), begin(MIB)]);
  await until(async () => (await held()) === 3 * MIB);
  const refused = await attacker.post('/pii', text(1.5 * MIB));
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMIT_EXCEEDED',
    '5',
  ]);
  for (const connection of connections) connection.close();
  await until(async () => (await held()) === 0);
  expect((await attacker.post('/pii', text(1.5 * MIB))).status).toBe(201);
});

test('a small request is accepted while other accounts use the whole body budget', async () => {
  const accounts = await Promise.all(Array.from({ length: 3 }, () => system.newClient()));
  const connections = await Promise.all(accounts.map((account) => begin(SHARE, account)));
  await until(async () => (await held()) === 3 * SHARE);
  expect((await neighbour.post('/pii', text(MIB))).status).toBe(429);
  const task = await neighbour.create('/pii', { input: 'Иван '.repeat(10_000) });
  expect((await system.ended(task.id)).status).toBe('completed');
  for (const connection of connections) connection.close();
  await until(async () => (await held()) === 0);
});

test('an aborted body releases its memory share at once', async () => {
  // The clock is frozen, so that the body is not rejected as too slow.
  await withFrozenTimers(async () => {
    const gateway = await startTestGateway();
    const client = await gateway.newClient();
    const connection = await begin(1 * MIB, client);
    await until(async () => (await held(client)) === 1 * MIB);
    connection.close();
    await until(async () => (await held(client)) === 0);
    await gateway.stop();
  });
});

test('a body with a Content-Length over the limit reserves no memory', async () => {
  const connection = await RawConnection.open(attacker.url);
  connection.write(
    `POST /api/v1/pii HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attacker.identity.key}\r\n` +
      `Content-Length: ${3 * MIB}\r\n\r\n`,
  );
  connection.write(Buffer.alloc(MIB, ' '));
  await until(async () => (await readMetric(attacker.url, 'medley_gateway_requests_in_hand')) === 1);
  expect(await held()).toBe(0);
  connection.write(Buffer.alloc(2 * MIB, ' '));
  await until(() => connection.isClosed);
  expect(connection.received).toContain('must not be larger than 2 MiB');
});
