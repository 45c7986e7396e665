import { findRunningMongo, startEmbeddedMongo, type EmbeddedMongo } from '@medley/embedded-mongo';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { until } from '@medley/testing';

let dataDir: string;
const databases: EmbeddedMongo[] = [];
const connections: Connection[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'medley-mongo-'));
});

afterEach(async () => {
  await Promise.all(connections.splice(0).map((connection) => connection.close(true)));
  await Promise.all(databases.splice(0).map((mongo) => mongo.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedMongo> {
  const mongo = await startEmbeddedMongo({ dataDir });
  databases.push(mongo);
  return mongo;
}

async function connect(url: string): Promise<Connection> {
  const connection = mongoose.createConnection(url, { heartbeatFrequencyMS: 500 });
  connections.push(connection);
  return connection.asPromise();
}

test('written data survives a restart', async () => {
  const first = await start();
  const connection = await connect(first.url);
  await connection.collection('things').insertOne({ name: 'kept', long: 'я'.repeat(1_000_000) });
  await connection.close();
  await first.stop();

  const second = await start();
  const found = await (await connect(second.url)).collection('things').findOne({ name: 'kept' });

  expect(found?.['long']).toHaveLength(1_000_000);
});

test('many connections work concurrently', async () => {
  const { url } = await start();
  const things = (await connect(url)).collection('things');

  await Promise.all(
    Array.from({ length: 200 }, (_, at) => things.insertOne({ at }, { writeConcern: { w: 1, j: true } })),
  );

  expect(await things.countDocuments()).toBe(200);
});

test('acknowledged writes survive a killed MongoDB, which is restarted on its port', async () => {
  const mongo = await start();
  const things = (await connect(mongo.url)).collection('things');
  await things.insertOne({ name: 'kept' }, { writeConcern: { w: 1, j: true } });
  const killed = mongo.pid;

  process.kill(killed, 'SIGKILL');

  await until(async () => (await things.countDocuments().catch(() => 0)) === 1);
  expect(mongo.pid).not.toBe(killed);
  // Other programs can find it only a moment after it answers again.
  await until(async () => (await findRunningMongo(dataDir))?.pid === mongo.pid);
});

test('another program finds the running MongoDB, and none after its stop', async () => {
  const mongo = await start();

  expect(await findRunningMongo(dataDir)).toEqual({ pid: mongo.pid, url: mongo.url });

  await mongo.stop();
  expect(await findRunningMongo(dataDir)).toBeNull();
});

test.each([
  ['no JSON', 'garbage'],
  ['a dead process', JSON.stringify({ pid: 2 ** 22 - 1, url: 'mongodb://127.0.0.1:1/medley' })],
  ['a port without a listener', JSON.stringify({ pid: process.pid, url: 'mongodb://127.0.0.1:1/medley' })],
])('a stale file (%s) counts as no MongoDB', async (_what, text) => {
  await writeFile(join(dataDir, 'mongo.json'), text);

  expect(await findRunningMongo(dataDir)).toBeNull();
});

test('a second MongoDB on the same directory is refused with the address of the first', async () => {
  const first = await start();

  await expect(start()).rejects.toThrow(`in use by process ${first.pid}`);
});

test('a port in use is refused with a clear message', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as { port: number };

  await expect(startEmbeddedMongo({ dataDir, port })).rejects.toThrow(`cannot listen on port ${port}`);

  await new Promise((resolve) => blocker.close(resolve));
});

test('an invalid message closes its connection only', async () => {
  const { url, port } = await start();
  const connection = await connect(url);
  const { connect: dial } = await import('node:net');

  for (const bytes of [
    Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    Buffer.alloc(64, 0xff),
    Buffer.alloc(40),
  ]) {
    const socket = dial(port, '127.0.0.1').on('error', () => undefined);
    socket.write(bytes);
    await new Promise((resolve) => socket.once('close', resolve));
  }

  expect(await connection.collection('things').countDocuments()).toBe(0);
});

test('the data is readable by its owner only', async () => {
  await start();

  expect((await stat(join(dataDir, 'mongo.json'))).mode & 0o077).toBe(0);
});

test('a lock holds writes and lets reads pass until it is released or its connection ends', async () => {
  const { url } = await start();
  const things = (await connect(url)).collection('things');
  await things.insertOne({ at: 0 });
  for (const end of ['unlock', 'disconnect'] as const) {
    const locking = await connect(url);
    await locking.db?.admin().command({ fsync: 1, lock: true });
    const before = await things.countDocuments();
    const held = { isDone: false };
    const writing = things.insertOne({ at: 1 }).then(() => (held.isDone = true));
    // The server handles the messages of a connection in order, and these reads share the pool with the write.
    for (let read = 0; read < 20; read += 1) expect(await things.countDocuments()).toBe(before);
    expect(held.isDone).toBe(false);
    if (end === 'unlock') await locking.db?.admin().command({ fsyncUnlock: 1 });
    else await locking.close(true);
    await writing;
    expect(await things.countDocuments()).toBe(before + 1);
  }
});
