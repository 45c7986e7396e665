import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import type { TestClient } from '@medley/testing/gateway';
import { listFiles, makeWav } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const MIB = 1024 ** 2;
/** A bomb has 200 MiB of silence behind the head of a WAV file. */
const silence = Buffer.concat([makeWav(1), Buffer.alloc(200 * MIB)]);
/** Maximum bytes that a refused source may store, however much it sends. */
const STORED_MAX = 30 * MIB;

let system: TestSystem;
let attacker: TestClient;
let neighbour: TestClient;
let source: Server;
let origin: string;

beforeAll(async () => {
  const packed = await promisify(gzip)(silence);
  // The default of 11 packs it no smaller and takes 30 times as long.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const answers: Record<string, [encoding: string, body: Buffer]> = {
    '/gzip': ['gzip', packed],
    '/x-gzip': ['X-Gzip', packed],
    '/deflate': ['deflate', await promisify(deflate)(silence)],
    '/br': ['br', await promisify(brotliCompress)(silence, { params })],
    '/nested': ['gzip, gzip', await promisify(gzip)(packed)],
    '/well': ['gzip', await promisify(gzip)(Buffer.concat([makeWav(1), randomBytes(2 * MIB)]))],
  };
  source = createServer(({ url = '' }, response) => {
    const [encoding, body] = answers[url] ?? ['identity', makeWav(1)];
    response.writeHead(200, { 'Content-Encoding': encoding }).end(body);
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  system = await startTestSystem();
  [attacker, neighbour] = await Promise.all([system.newClient(), system.newClient()]);
});
afterAll(async () => {
  await system.stop();
  source.close().closeAllConnections();
});

async function fetchOf(client: TestClient, path: string): Promise<string> {
  const { id } = await client.create('/tasks', { url: `${origin}${path}`, steps: [{ name: 'fetch' }] });
  return id;
}

/** The most bytes in the blob store at any check until the work ended, including partly written files. */
async function peakWhile(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  let peak = 0;
  const ended = work.finally(() => (isDone = true));
  while (!isDone) peak = Math.max(peak, await storedBytes());
  await ended;
  return peak;
}

async function storedBytes(): Promise<number> {
  const files = await listFiles(join(system.directory, 'blobs'));
  const sizes = files.map((path) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.each(['/gzip', '/x-gzip', '/deflate', '/br'])(
  'a source that unpacks a thousandfold (%s) is refused before it fills the disk',
  async (path) => {
    const before = await storedBytes();
    const id = await fetchOf(attacker, path);
    let error: unknown;
    const peak = await peakWhile(system.ended(id).then((task) => (error = task.error)));

    expect(error).toMatchObject({
      code: 'MEDIA_TOO_LARGE',
      message: 'the media unpacks to more than 100 times what the source sent',
    });
    expect(peak - before).toBeLessThan(STORED_MAX);
    expect(await storedBytes()).toBe(before);
  },
);

test('a nested content encoding is refused', async () => {
  const task = await system.ended(await fetchOf(attacker, '/nested'));
  expect(task.error?.code).toBe('SOURCE_REFUSED');
});

test('media of another account is fetched during an attack, compressed or not', async () => {
  const bombs = await Promise.all(['/gzip', '/deflate', '/br'].map((path) => fetchOf(attacker, path)));
  const fetched = await Promise.all(['/well', '/plain'].map((path) => fetchOf(neighbour, path)));
  for (const id of fetched) expect((await system.ended(id)).status).toBe('completed');
  for (const id of bombs) expect((await system.ended(id)).status).toBe('failed');
});
