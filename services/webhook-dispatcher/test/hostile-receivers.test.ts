import { createOutbound } from '@medley/outbound';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { until } from '../../../tests/support/until';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { answerWith, startReceiver, type Answer, type Receiver } from './receiver';

const TIMEOUT_MS = 800;
let lab: DispatcherHarness;
const receivers: Receiver[] = [];

beforeAll(async () => {
  lab = await startDispatcherHarness();
  await lab.start({ WEBHOOK_RETRY_DELAYS_S: '600', WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
}, 60_000);

afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));
afterAll(() => lab.close());

async function receive(answer: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

/** Deliver once and wait for the end of that attempt. */
async function attempt(url: string): Promise<{
  state: string;
  error: string | null | undefined;
  status_code: number | null | undefined;
  ms: number;
}> {
  const task = await lab.finish(url, { isAnnounced: true });
  await until(async () => (await lab.delivery(task.id)).attempts[0]?.ended_at != null);
  const delivery = await lab.delivery(task.id);
  const [first] = delivery.attempts;
  return {
    state: delivery.state,
    error: first?.error,
    status_code: first?.status_code,
    ms: (first?.ended_at?.getTime() ?? 0) - (first?.started_at.getTime() ?? 0),
  };
}

test('a receiver that never answers ends in a timeout, on time', async () => {
  const { url } = await receive(() => undefined);

  const result = await attempt(url);

  expect(result).toMatchObject({ state: 'pending', error: 'timeout', status_code: null });
  expect(result.ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
  expect(result.ms).toBeLessThan(TIMEOUT_MS + 500);
});

test.each([
  ['just in time', TIMEOUT_MS * 0.7, 'delivered'],
  ['too late', TIMEOUT_MS * 1.3, 'pending'],
])('a 200 %s counts as that', async (_when, delayMs, state) => {
  const { url } = await receive((response) => {
    setTimeout(() => response.writeHead(200).end(), delayMs).unref();
  });

  expect(await attempt(url)).toMatchObject({ state });
});

test('a 200 whose body never ends is a success, and its connection is soon closed', async () => {
  let closedAfter = 0;
  const { url } = await receive((response) => {
    response.writeHead(200);
    const startedAt = performance.now();
    const timer = setInterval(() => response.write('.'), 20);
    response.once('close', () => {
      clearInterval(timer);
      closedAfter = performance.now() - startedAt;
    });
  });

  expect(await attempt(url)).toMatchObject({ state: 'delivered', status_code: 200, error: null });
  await until(() => closedAfter > 0);
  expect(closedAfter).toBeLessThan(1_500);
});

test('headers that drip get no more time than silence', async () => {
  const { url } = await receive((response) => {
    const timer = setInterval(() => response.socket?.write('X-Drip: 1\r\n'), 50);
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    response.socket?.once('close', () => clearInterval(timer));
  });

  const result = await attempt(url);

  expect(result).toMatchObject({ state: 'pending', error: 'timeout' });
  expect(result.ms).toBeLessThan(TIMEOUT_MS + 500);
});

test('headers of 5 MB are no answer', async () => {
  const { url } = await receive((response) => {
    response.socket?.on('error', () => undefined);
    response.socket?.write(`HTTP/1.1 200 OK\r\nX-Large: ${'x'.repeat(5_000_000)}\r\n\r\n`);
  });

  expect(await attempt(url)).toMatchObject({
    state: 'pending',
    status_code: null,
    error: 'invalid response',
  });
});

test('a body that would unpack to 200 MB costs no memory', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000));
  const { url } = await receive((response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
  });
  const before = process.memoryUsage().rss;

  expect(await attempt(url)).toMatchObject({ state: 'delivered' });

  expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
});

test.each([301, 302, 303, 307, 308])('a %i is a failed attempt and is not followed', async (status) => {
  const canary = await receive(answerWith(200));
  const { url } = await receive((response) => response.writeHead(status, { Location: canary.url }).end());

  expect(await attempt(url)).toMatchObject({
    state: 'pending',
    status_code: status,
    error: 'redirect not followed',
  });
  expect(canary.received).toHaveLength(0);
});

test('a reset after the request is a failed attempt', async () => {
  const { url } = await receive((response) => response.socket?.resetAndDestroy());

  expect(await attempt(url)).toMatchObject({
    state: 'pending',
    status_code: null,
    error: 'connection reset',
  });
});

test('a port nobody listens on is a failed attempt', async () => {
  const receiver = await startReceiver(answerWith(200));
  await receiver.stop();

  expect(await attempt(receiver.url)).toMatchObject({ state: 'pending', error: 'connection refused' });
});

test('a certificate nobody vouches for is a failed attempt, told without inner words', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'medley-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' }); // prettier-ignore
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end(),
  );
  rmSync(directory, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const result = await attempt(`https://127.0.0.1:${port}/hook`);

  expect(result).toMatchObject({ state: 'pending', status_code: null, error: 'tls error' });
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ['does not exist', () => Promise.reject(new Error('ENOTFOUND: NXDOMAIN from 10.0.0.1')), 'name not found'],
  ['is looked up for ever', () => new Promise<string[]>(() => undefined), 'timeout'],
  ['leads inside', () => Promise.resolve(['93.184.215.14', '10.0.0.1']), 'forbidden address'],
])('a name that %s is a failed attempt, told without inner words', async (_what, resolve, error) => {
  const own = await startDispatcherHarness();
  try {
    const outbound = createOutbound({ allow: [], resolve });
    await own.start({ WEBHOOK_RETRY_DELAYS_S: '600', WEBHOOK_TIMEOUT_MS: '300' }, { outbound });
    const task = await own.finish('https://hooks.example/in', { isAnnounced: true });

    await until(async () => (await own.delivery(task.id)).attempts[0]?.ended_at != null);

    expect((await own.delivery(task.id)).attempts).toEqual([
      expect.objectContaining({ status_code: null, error }),
    ]);
  } finally {
    await own.close();
  }
});
