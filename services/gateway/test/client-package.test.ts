import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as Client from '@medley/client';
import { startTestGateway } from '@medley/testing/gateway';

test('the client that a running gateway hands out is installed by its address, and works', async () => {
  const gateway = await startTestGateway();
  const directory = await mkdtemp(join(tmpdir(), 'medley-install-'));
  const { identity } = await gateway.newClient();
  try {
    const arguments_ = [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${gateway.url}/client.tgz`,
    ];
    // Asynchronous, since the gateway answers in this process.
    await promisify(execFile)('npm', arguments_, { cwd: directory });
    const { Medley } = createRequire(join(directory, 'index.js'))('@medley/client') as typeof Client;
    const medley = new Medley({ baseUrl: gateway.url, apiKey: identity.key });
    expect((await medley.tasks.pii({ input: 'a' })).status).toBe('pending');
  } finally {
    await rm(directory, { recursive: true });
    await gateway.stop();
  }
});
