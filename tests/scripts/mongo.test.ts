import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'dist', 'mongo', 'main.js');
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'medley-mongo-script-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [SCRIPT, '--port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, line };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the MongoDB alone prints when it is ready and exits with 0 on %s',
  async (signal) => {
    const { child, line } = await start();
    expect(line).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+ ready$/);

    child.kill(signal);

    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

test('a MongoDB whose parent was killed exits and unlocks its directory', async () => {
  const { child } = await start();

  child.kill('SIGKILL');
  await once(child, 'exit');

  const mongo = await startEmbeddedMongo({ dataDir });
  await mongo.stop();
});

test('an invalid command line prints the usage and exits with 2', async () => {
  const child = spawn(process.execPath, [SCRIPT, '--port', 'many'], { stdio: 'ignore' });

  expect(await once(child, 'exit')).toEqual([2, null]);
});
