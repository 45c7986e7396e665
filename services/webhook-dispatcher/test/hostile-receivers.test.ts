import { createOutbound } from '@medley/outbound';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { until } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { answerWith, startReceiver, type Answer, type Receiver } from './receiver';

let harness: DispatcherHarness;
const receivers: Receiver[] = [];

beforeAll(async () => {
  harness = await startDispatcherHarness();
  await harness.start({ WEBHOOK_RETRY_DELAYS_S: '600' });
});

afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.stop())));
afterAll(() => harness.close());

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
}> {
  const task = await harness.finish(url, { isAnnounced: true });
  await until(async () => (await harness.delivery(task.id)).attempts[0]?.ended_at != null);
  const delivery = await harness.delivery(task.id);
  const [first] = delivery.attempts;
  return {
    state: delivery.state,
    error: first?.error,
    status_code: first?.status_code,
  };
}

test('headers of 5 MB are a failed attempt', async () => {
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
  const zeros = Array<Buffer>(200).fill(Buffer.alloc(1_000_000));
  const bomb = await buffer(Readable.from(zeros).pipe(createGzip()));
  const { url } = await receive((response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
  });
  // The first delivery compiles code; a heap grows by some megabytes at any time.
  await attempt(url);
  const before = process.memoryUsage().rss;

  expect(await attempt(url)).toMatchObject({ state: 'delivered' });

  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
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

test('a port without a listener is a failed attempt', async () => {
  const receiver = await startReceiver(answerWith(200));
  await receiver.stop();

  expect(await attempt(receiver.url)).toMatchObject({ state: 'pending', error: 'connection refused' });
});

test('an untrusted certificate is a failed attempt, reported without internal details', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'medley-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ];
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
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
  ['is looked up without end', () => new Promise<string[]>(() => undefined), 'timeout'],
  ['leads inside', () => Promise.resolve(['93.184.215.14', '10.0.0.1']), 'forbidden address'],
])('a name that %s is a failed attempt, reported without internal details', async (_what, resolve, error) => {
  // Only what never ends has to reach its time limit soon; a busy machine would reach it with the others, too.
  const timeoutMs = error === 'timeout' ? '300' : '10000';
  const own = await startDispatcherHarness();
  try {
    const outbound = createOutbound({ allow: [], resolve });
    await own.start({ WEBHOOK_RETRY_DELAYS_S: '600', WEBHOOK_TIMEOUT_MS: timeoutMs }, { outbound });
    const task = await own.finish('https://hooks.example/in', { isAnnounced: true });

    await until(async () => (await own.delivery(task.id)).attempts[0]?.ended_at != null);

    expect((await own.delivery(task.id)).attempts).toEqual([
      expect.objectContaining({ status_code: null, error }),
    ]);
  } finally {
    await own.close();
  }
});
