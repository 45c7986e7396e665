import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { endTask, type TestClient } from '@medley/testing/gateway';
import { RawConnection, readMetric, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const MIB = 1024 * 1024;
const SHARE = 4 * MIB;
const DOWNLOADS = 10;
/** More than the buffers of the operating system take for a connection that is not read. */
const FILE_BYTES = 32 * MIB;

/** A source that never answers: the task stays pending until the test ends it. */
const silentSource = createServer((socket) => void sources.push(socket.on('error', () => undefined)));
const sources: Socket[] = [];

let system: TestSystem;
let attacker: TestClient;
let neighbour: TestClient;

beforeAll(async () => {
  await once(silentSource.listen(0, '127.0.0.1'), 'listening');
  system = await startTestSystem({
    transferLimits: {
      responseBytesPerAccountMax: SHARE,
      responseBytesMax: 2 * SHARE,
      downloadsPerAccountMax: DOWNLOADS,
      writeWindowMs: 8_000,
    },
  });
  attacker = await system.newClient({ credits: 100_000 });
  neighbour = await system.newClient();
});
afterAll(async () => {
  // A stop waits for downloads in progress.
  for (const socket of sources) socket.destroy();
  await system.stop();
  silentSource.close();
});

const metric = (name: string): Promise<number> => readMetric(neighbour.url, `medley_gateway_${name}`);

async function finishedTask(client: TestClient, input: string): Promise<string> {
  const { id } = await client.create('/pii', { input });
  await system.ended(id);
  return id;
}

/** A finished transcode of an account and the path of its file. */
async function fileOf(client: TestClient): Promise<string> {
  const { port } = silentSource.address() as AddressInfo;
  const { id } = await client.create('/transcode', { url: `http://127.0.0.1:${port}/a` });
  const blob = `tasks/${id}/transcode/1/audio.mp3`;
  await system.blobs.put(blob, Buffer.alloc(FILE_BYTES, 1));
  const media = { blob, content_type: 'audio/mpeg', size: FILE_BYTES, duration: 1 };
  const output = { inline: JSON.stringify({ format: 'mp3', size: FILE_BYTES }) };
  await endTask(system.stores, id, { steps: { transcode: { output, media } } });
  const { body } = await client.get(`/tasks/${id}`);
  return (body.data as { output: { transcode: { url: string } } }).output.transcode.url.replace(
    'http://files.test',
    '',
  );
}

test('stalled downloads use only the share of their account, are then closed, and delay no other account', async () => {
  const id = await finishedTask(attacker, '😀'.repeat(100_000));
  const ask = `GET /api/v1/tasks/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attacker.identity.key}\r\n\r\n`;
  const readers = await Promise.all(
    Array.from({ length: 12 }, async () => (await RawConnection.open(attacker.url)).stall()),
  );
  for (const reader of readers) reader.write(ask.repeat(20));
  let most = 0;
  await until(async () => {
    most = Math.max(most, await metric('answer_bytes'));
    return most > SHARE / 2;
  });
  await until(async () => (await attacker.get(`/tasks/${id}`)).status === 429);
  expect((await neighbour.get('/balance')).status).toBe(200);
  await finishedTask(neighbour, 'Иван');

  await until(async () => {
    const held = await metric('answer_bytes');
    most = Math.max(most, held);
    return held === 0 && (await metric('requests_in_hand')) === 0;
  });
  expect(most).toBeLessThanOrEqual(SHARE);
  expect((await attacker.get(`/tasks/${id}`)).status).toBe(200);
  for (const reader of readers) reader.close();
});

test('stalled downloads of one link count for its account and are closed', async () => {
  const path = await fileOf(attacker);
  const readers = await Promise.all(
    Array.from({ length: 3 * DOWNLOADS }, async () => (await RawConnection.open(attacker.url)).stall()),
  );
  for (const reader of readers) reader.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await until(async () => (await metric('downloads')) === DOWNLOADS);
  const refused = await fetch(attacker.url + path);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);

  const file = await fetch(neighbour.url + (await fileOf(neighbour)));
  expect((await file.arrayBuffer()).byteLength).toBe(FILE_BYTES);
  await until(async () => (await metric('downloads')) === 0);
  const again = await fetch(attacker.url + path);
  expect((await again.arrayBuffer()).byteLength).toBe(FILE_BYTES);
  for (const reader of readers) reader.close();
});
