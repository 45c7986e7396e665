import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFreePort } from '../../scripts/take-free-port';
import { signWebhook } from '../../services/webhook-dispatcher/src/sign-webhook';
import { until } from '../support/until';
import { readDocument } from './read-tables';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

describe('the receiver in docs/webhooks.md', () => {
  const secret = newSecret();
  let directory: string;
  let receiver: ChildProcess;
  let url: string;
  let output = '';

  beforeAll(async () => {
    const code = /```js\n([\s\S]*?)```/.exec(readDocument('docs/webhooks.md'))?.[1] ?? '';
    directory = await mkdtemp(join(tmpdir(), 'medley-docs-'));
    const file = join(directory, 'receiver.mjs');
    await writeFile(file, code);
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

  function send(secrets: readonly string[], { age = 0, id = 'd1' } = {}): Promise<Response> {
    const body = Buffer.from(
      JSON.stringify({ event: 'task.completed', task: { id: `task of ${id}`, output: {} } }),
    );
    const timestamp = Math.floor(Date.now() / 1_000) - age;
    const headers = {
      'X-Service-Delivery': id,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id, timestamp, body }),
    };
    return fetch(url, { method: 'POST', headers, body });
  }

  it('takes what Medley signs, also with a second secret during a rotation', async () => {
    expect((await send([secret], { id: 'plain' })).status).toBe(204);
    expect((await send([newSecret(), secret], { id: 'rotated' })).status).toBe(204);
  });

  it('refuses a wrong secret, an old delivery and no signature at all', async () => {
    expect((await send([newSecret()])).status).toBe(401);
    expect((await send([secret], { age: 600 })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('works on a delivery once, however often it comes', async () => {
    await send([secret], { id: 'twice' });
    await send([secret], { id: 'twice' });
    await send([secret], { id: 'last' });
    await until(() => output.includes('task of last'));
    expect(output.match(/task of twice/g)).toHaveLength(1);
  });
});
