import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeFreePort, until } from '@medley/testing';
import { signWebhook } from '@medley/contracts';
import { readDocument } from './read-tables';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The first piece of JavaScript on a page. */
const scriptOf = (path: string): string => /```js\n([\s\S]*?)```/.exec(readDocument(path))?.[1] ?? '';

describe('the receiver in docs/webhooks.md', () => {
  const secret = newSecret();
  let directory: string;
  let receiver: ChildProcess;
  let url: string;
  let output = '';

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-docs-'));
    const file = join(directory, 'receiver.mjs');
    await writeFile(file, scriptOf('docs/webhooks.md'));
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

  it('accepts the signatures of Medley, also with a second secret during a rotation', async () => {
    expect((await send([secret], { id: 'plain' })).status).toBe(204);
    expect((await send([newSecret(), secret], { id: 'rotated' })).status).toBe(204);
  });

  it('refuses a wrong secret, an old delivery and no signature at all', async () => {
    expect((await send([newSecret()])).status).toBe(401);
    expect((await send([secret], { age: 600 })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('processes a delivery once, however often it is repeated', async () => {
    await send([secret], { id: 'twice' });
    await send([secret], { id: 'twice' });
    await send([secret], { id: 'last' });
    await until(() => output.includes('task of last'));
    expect(output.match(/task of twice/g)).toHaveLength(1);
  });
});

describe('the check in README.md', () => {
  it('accepts only the signatures of Medley', async () => {
    const [secret, other] = [newSecret(), newSecret()];
    const body = '{"event":"task.completed"}';
    const message = { id: 'd1', timestamp: 1_700_000_000, body: Buffer.from(body) };
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': signWebhook([other, secret], message),
    };
    const calls = [
      [headers, body, secret],
      [headers, `${body} `, secret],
      [headers, body, newSecret()],
    ].map((args) => `isGenuine(...${JSON.stringify(args)})`);
    const script = `${scriptOf('README.md')}\nconsole.log(JSON.stringify([${calls.join(', ')}]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual([true, false, false]);
  });
});
