import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFreePort, until } from '@medley/testing';
import { signWebhook } from '@medley/contracts';
import { readDocument, ROOT } from './read-tables';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const payloadOf = (id: string): object => ({
  event: 'task.completed',
  task: { id: `task of ${id}`, output: {} },
});

/** The first piece of JavaScript on a page. */
const scriptOf = (path: string): string => /```js\n([\s\S]*?)```/.exec(readDocument(path))?.[1] ?? '';

describe.each(['docs/webhooks.md', 'libs/client/README.md'])('the receiver in %s', (page) => {
  const secret = newSecret();
  let directory: string;
  let receiver: ChildProcess;
  let url: string;
  let output = '';

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-docs-'));
    const file = join(directory, 'receiver.mjs');
    await writeFile(file, scriptOf(page));
    // As if the client had been installed.
    await mkdir(join(directory, 'node_modules/@medley'), { recursive: true });
    await symlink(join(ROOT, 'libs/client'), join(directory, 'node_modules/@medley/client'));
    const port = await takeFreePort();
    url = `http://127.0.0.1:${port}`;
    receiver = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret, PORT: String(port) } });
    receiver.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(() =>
      fetch(url, { method: 'POST' }).then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => receiver.once('close', resolve));
    receiver.kill();
    await ended;
    await rm(directory, { recursive: true });
  });

  function send(
    secrets: readonly string[],
    { age = 0, id = 'd1', payload = payloadOf(id) } = {},
  ): Promise<Response> {
    const body = Buffer.from(JSON.stringify(payload));
    const timestamp = Math.floor(Date.now() / 1_000) - age;
    const headers = {
      'X-Service-Delivery': id,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id, timestamp, body }),
    };
    return fetch(url, { method: 'POST', headers, body });
  }

  it('accepts the signatures of Medley, also with a second secret during a rotation', async () => {
    expect((await send([secret], { id: 'plain' })).status).toBe(204);
    expect((await send([newSecret(), secret], { id: 'rotated' })).status).toBe(204);
  });

  it('refuses a wrong secret, an old delivery and no signature at all', async () => {
    expect((await send([newSecret()])).status).toBe(401);
    expect((await send([secret], { age: 600 })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('goes on after a test, which has no task', async () => {
    const test = { event: 'webhook.test', timestamp: new Date().toISOString() };
    expect((await send([secret], { id: 'test', payload: test })).status).toBe(204);
    await until(() => output.includes('webhook.test'));
    expect((await send([secret], { id: 'after a test' })).status).toBe(204);
  });

  it('processes a delivery once, however often it is repeated', async () => {
    await send([secret], { id: 'twice' });
    await send([secret], { id: 'twice' });
    await send([secret], { id: 'last' });
    await until(() => output.includes('task of last'));
    expect(output.match(/task of twice/g)).toHaveLength(1);
  });
});
