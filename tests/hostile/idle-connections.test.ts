import { request } from 'node:http';
import type { TestClient } from '@medley/testing/gateway';
import { RawConnection, readMetric, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const PER_ADDRESS = 256;
const CONNECTIONS_MAX = 2_000;
const RESERVED = 100;
const PROXY = '127.0.9.9';

let system: TestSystem;
let client: TestClient;
let held: RawConnection[] = [];

beforeAll(async () => {
  system = await startTestSystem({ env: { TRUSTED_PROXIES: `${PROXY}/32` } });
  client = await system.newClient();
});
afterEach(async () => {
  for (const connection of held) connection.close();
  held = [];
  await until(async () => (await openNow()) < 20);
});
afterAll(() => system.stop());

const openNow = (): Promise<number> => readMetric(client.url, 'medley_gateway_connections');

/** Connections that send nothing. */
async function idle(count: number, address: string): Promise<RawConnection[]> {
  const opened = await Promise.all(
    Array.from({ length: count }, () => RawConnection.open(client.url, address)),
  );
  held.push(...opened);
  return opened;
}

/** Status of `GET path` from an address of its own. */
function statusFrom(localAddress: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${client.identity.key}` };
    const asked = request(`${client.url}${path}`, { localAddress, headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', reject).end();
  });
}

test('connections of one address beyond 256 are refused without affecting other addresses', async () => {
  const connections = await idle(PER_ADDRESS + 44, '127.0.1.1');
  const closed = (): RawConnection[] => connections.filter(({ isClosed }) => isClosed);
  await until(() => closed().length === 44);
  for (const { received } of closed()) {
    expect(received).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: 5\r\n[\s\S]*"RATE_LIMIT_EXCEEDED"/);
  }
  expect(await statusFrom('127.0.1.2', '/health')).toBe(200);
  const task = await client.create('/pii', { input: 'Иван' });
  expect((await system.ended(task.id)).status).toBe('completed');
});

test('the last 100 connections are reserved for addresses without one', async () => {
  for (let address = 1; address <= 8; address += 1) await idle(PER_ADDRESS, `127.0.2.${address}`);
  const stay = (): number => held.filter(({ isClosed }) => !isClosed).length;
  await until(() => stay() <= CONNECTIONS_MAX - RESERVED);
  expect(stay()).toBeGreaterThan(CONNECTIONS_MAX - RESERVED - PER_ADDRESS);
  expect(await statusFrom('127.0.3.1', '/health')).toBe(200);
  expect(await statusFrom('127.0.3.2', '/api/v1/balance')).toBe(200);
});

/** An unfinished request of a client behind the proxy: it counts as in progress until it is closed. */
async function behindProxy(forwardedFor: string): Promise<RawConnection> {
  const connection = await RawConnection.open(client.url, PROXY);
  held.push(connection);
  connection.write(
    `POST /api/v1/pii HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.identity.key}\r\n` +
      `X-Forwarded-For: ${forwardedFor}\r\nContent-Length: 100\r\n\r\n{`,
  );
  return connection;
}

test('a trusted proxy may have any number of connections, each of its clients 256 requests', async () => {
  await idle(PER_ADDRESS, PROXY);
  const crowd = await Promise.all(
    Array.from({ length: PER_ADDRESS + 1 }, (_, index) =>
      behindProxy(`198.51.100.${index % 200}, 203.0.113.5`),
    ),
  );
  await until(() => crowd.some(({ received }) => received.startsWith('HTTP/1.1 429 ')));
  expect(crowd.filter(({ received }) => received !== '')).toHaveLength(1);
  const other = await RawConnection.open(client.url, PROXY);
  held.push(other);
  other.write('GET /health HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.6\r\n\r\n');
  await until(() => other.received.startsWith('HTTP/1.1 200 '));
});
