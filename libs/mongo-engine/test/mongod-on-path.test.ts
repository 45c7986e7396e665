import { startEmbeddedMongo } from '@medley/mongo-engine';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../tests/support/until';

let directory: string;
const path = process.env['PATH'];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-mongod-'));
  // The data of this directory was made by a mongod, so it is a mongod again that must open it.
  await mkdir(join(directory, 'data', 'mongod'), { recursive: true });
});

afterEach(async () => {
  process.env['PATH'] = path;
  await rm(directory, { recursive: true, force: true });
});

/** A program named mongod that listens as told and writes down how it was called. */
async function installMongod(): Promise<void> {
  const file = join(directory, 'mongod');
  await writeFile(
    file,
    `#!${process.execPath}
require('node:fs').writeFileSync('${join(directory, 'called')}', JSON.stringify([process.pid, ...process.argv.slice(2)]));
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

test('a mongod of the PATH serves the directory on a loopback port until it is stopped', async () => {
  await installMongod();

  const engine = await startEmbeddedMongo({ dataDir: join(directory, 'data') });

  expect(await isListening(engine.port)).toBe(true);
  const [, ...args] = JSON.parse(await readFile(join(directory, 'called'), 'utf8')) as unknown[];
  expect(args).toEqual(
    expect.arrayContaining(['--dbpath', join(directory, 'data', 'mongod'), '--bind_ip', '127.0.0.1']),
  );
  await engine.stop();
  expect(await isListening(engine.port)).toBe(false);
});

test('a mongod does not outlive a killed keeper’s port for long: the engine comes back', async () => {
  await installMongod();
  const engine = await startEmbeddedMongo({ dataDir: join(directory, 'data') });
  const [pid] = JSON.parse(await readFile(join(directory, 'called'), 'utf8')) as [number];

  process.kill(pid, 'SIGKILL');

  await until(async () => {
    const [again] = JSON.parse(await readFile(join(directory, 'called'), 'utf8').catch(() => '[0]')) as [
      number,
    ];
    return again !== pid && again !== 0 && (await isListening(engine.port));
  });
  await engine.stop();
});

test('without any engine the message names the three ways out', async () => {
  process.env['PATH'] = directory;

  const start = startEmbeddedMongo({ dataDir: join(directory, 'data') });

  await expect(start).rejects.toThrow(/MONGO_URL[^]*mongod[^]*docker compose/);
});
