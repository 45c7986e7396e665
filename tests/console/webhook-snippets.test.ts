import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { signWebhook } from '@medley/contracts';
import { takeFreePort, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser } from './console-browser';

const ROOT = join(__dirname, '../..');
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The receivers that the page Webhooks hands out, as somebody would copy and run them. */
describeInBrowser('the receiver to copy', () => {
  let system: TestSystem;
  let directory: string;
  const codes = new Map<string, string>();

  beforeAll(async () => {
    const [started, browser] = await Promise.all([startTestSystem(), ConsoleBrowser.start()]);
    system = started;
    const { identity, url } = await system.newClient();
    const { page } = await browser.open({ url, key: identity.key, path: '/webhooks' });
    for (const language of ['TypeScript', 'Python', 'Node.js']) {
      await page.getByText(language, { exact: true }).click();
      const card = page.getByRole('region', { name: 'A receiver that verifies' });
      codes.set(language, (await card.locator('pre').textContent()) ?? '');
    }
    await browser.close();
    directory = await mkdtemp(join(tmpdir(), 'medley-snippets-'));
    // As if the client had been installed.
    await mkdir(join(directory, 'node_modules/@medley'), { recursive: true });
    await symlink(join(ROOT, 'libs/client'), join(directory, 'node_modules/@medley/client'));
    await mkdir(join(directory, 'node_modules/@types'));
    await symlink(join(ROOT, 'node_modules/@types/node'), join(directory, 'node_modules/@types/node'));
  });
  afterAll(async () => {
    await system.stop();
    await rm(directory, { recursive: true });
  });

  const programs: [string, () => Promise<string[]>][] = [
    [
      'TypeScript',
      async () => [process.execPath, await write('typed.mjs', compile(codes.get('TypeScript') ?? ''))],
    ],
    ['Node.js', async () => [process.execPath, await write('plain.mjs', codes.get('Node.js') ?? '')]],
    ...(hasPython
      ? [
          ['Python', async () => ['python3', await write('receiver.py', codes.get('Python') ?? '')]] as [
            string,
            () => Promise<string[]>,
          ],
        ]
      : []),
  ];

  async function write(name: string, text: string): Promise<string> {
    const file = join(directory, name);
    await writeFile(file, text);
    return file;
  }

  test.each(programs)(
    'in %s takes what is genuine, also in a rotation and a test, and nothing else',
    async (_, program) => {
      const secret = newSecret();
      const receiver = await Running.start(await program(), secret);
      try {
        expect(await receiver.send([secret], { id: 'plain' })).toBe(204);
        expect(await receiver.send([newSecret(), secret], { id: 'rotated' })).toBe(204);
        expect(await receiver.send([secret], { id: 'test', payload: { event: 'webhook.test' } })).toBe(204);
        expect(await receiver.send([newSecret()], { id: 'stranger' })).toBe(401);
        expect(await receiver.send([secret], { id: 'old', age: 600 })).toBe(401);
        expect(await receiver.send([secret], { id: 'changed', sent: '{}' })).toBe(401);
        expect(await receiver.post({}, '{}')).toBe(401);
        expect(await receiver.send([secret], { id: 'last' })).toBe(204);
        await until(() => receiver.output.includes('task of last'));
        expect(receiver.output).toContain('task of rotated');
        expect(receiver.output).not.toMatch(/stranger|old|changed/);
      } finally {
        await receiver.stop();
      }
    },
  );

  test('in TypeScript has the types of the client', async () => {
    const file = await write('typed.ts', codes.get('TypeScript') ?? '');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, file],
      { cwd: directory, encoding: 'utf8' },
    );
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });
});

function compile(code: string): string {
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
  return transpileModule(code, { compilerOptions }).outputText;
}

interface Sent {
  id: string;
  /** Seconds. */
  age?: number;
  payload?: object;
  /** Replaces the body after it was signed. */
  sent?: string;
}

/** A receiver in a process of its own. */
class Running {
  output = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly url: string,
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static async start([command = '', ...args]: readonly string[], secret: string): Promise<Running> {
    const port = await takeFreePort();
    const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) };
    const running = new Running(spawn(command, args, { env }), `http://127.0.0.1:${port}`);
    await until(() =>
      running.post({}, '').then(
        () => true,
        () => false,
      ),
    );
    return running;
  }

  async post(headers: Record<string, string>, body: string | Buffer): Promise<number> {
    const response = await fetch(this.url, { method: 'POST', headers, body });
    await response.body?.cancel();
    return response.status;
  }

  send(secrets: readonly string[], { id, age = 0, payload, sent }: Sent): Promise<number> {
    const body = Buffer.from(
      JSON.stringify(payload ?? { event: 'task.completed', task: { id: `task of ${id}` } }),
    );
    const timestamp = Math.floor(Date.now() / 1_000) - age;
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id, timestamp, body }),
    };
    return this.post(headers, sent ?? body);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('close', resolve));
    this.process.kill();
    await ended;
  }
}
