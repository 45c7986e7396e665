import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@medley/testing';

let directory: string;
const path = process.env['PATH'];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-mongod-'));
  // The data of this directory was made by a mongod, so only a mongod may open it again.
  await mkdir(join(directory, 'data', 'mongod'), { recursive: true });
});

afterEach(async () => {
  process.env['PATH'] = path;
  await rm(directory, { recursive: true, force: true });
});

/** A program named mongod that listens on the given port and records its arguments. */
async function installMongod(): Promise<void> {
  const file = join(directory, 'mongod');
  await writeFile(
    file,
    `#!${process.execPath}
const { renameSync, writeFileSync } = require('node:fs');
writeFileSync('${join(directory, 'calling')}', JSON.stringify([process.pid, ...process.argv.slice(2)]));
renameSync('${join(directory, 'calling')}', '${join(directory, 'called')}');
require('node:net').createServer().listen(Number(process.argv[process.argv.indexOf('--port') + 1]), '127.0.0.1');
`,
  );
  await chmod(file, 0o755);
  process.env['PATH'] = `${directory}:${path ?? ''}`;
}

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

test('a mongod from the PATH serves the directory on a loopback port until it is stopped', async () => {
  await installMongod();

  const mongo = await startEmbeddedMongo({ dataDir: join(directory, 'data') });

  expect(await isListening(mongo.port)).toBe(true);
  const [, ...args] = JSON.parse(await readFile(join(directory, 'called'), 'utf8')) as unknown[];
  expect(args).toEqual(
    expect.arrayContaining(['--dbpath', join(directory, 'data', 'mongod'), '--bind_ip', '127.0.0.1']),
  );
  await mongo.stop();
  expect(await isListening(mongo.port)).toBe(false);
});

test('a killed mongod is started again on the same port', async () => {
  await installMongod();
  const mongo = await startEmbeddedMongo({ dataDir: join(directory, 'data') });
  const [pid] = JSON.parse(await readFile(join(directory, 'called'), 'utf8')) as [number];

  process.kill(pid, 'SIGKILL');

  await until(async () => {
    const [again] = JSON.parse(await readFile(join(directory, 'called'), 'utf8').catch(() => '[0]')) as [
      number,
    ];
    return again !== pid && again !== 0 && (await isListening(mongo.port));
  });
  await mongo.stop();
});

test('without any MongoDB the message lists the three alternatives', async () => {
  process.env['PATH'] = directory;

  const start = startEmbeddedMongo({ dataDir: join(directory, 'data') });

  await expect(start).rejects.toThrow(/MONGO_URL[\s\S]*mongod[\s\S]*docker compose/);
});
