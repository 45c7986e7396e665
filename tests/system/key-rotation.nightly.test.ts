import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Medley, MedleyConnectionError, webhooks } from '@medley/client';
import { Program, startReceiver, takeFreePort, until, type Receiver } from '@medley/testing';

const START = 'scripts/dist/start/main.js';
const ADMIN = 'scripts/dist/admin/main.js';
const SHORT = 'Позвоните Ивану Петрову: +7 916 123-45-67, ivan@example.com.';
/** Its mapping is longer than what is stored in the task. */
const LONG = Array.from({ length: 900 }, (_, n) => `Пишите на person${n}.name${n}@example${n}.com.`).join(
  ' ',
);
/** Enough for some seconds of work, so that it can be interrupted. */
const MANY = 600;
const BATCH = 30;
const SECRET_HEADER = { 'X-Receiver-Key': 's3cret-hook' };
const REVERSIBLE = [{ name: 'depersonalize', options: { mode: 'reversible' } }] as const;

let root: string;
let env: Record<string, string>;
let receiver: Receiver;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'medley-rotation-'));
  receiver = await startReceiver();
  const [port, health] = [await takeFreePort(), await takeFreePort()];
  env = { DATA_DIR: join(root, 'data'), PORT: String(port), HEALTH_PORT: String(health), LOG_LEVEL: 'info' };
});
afterAll(async () => {
  await receiver.stop();
  await rm(root, { recursive: true, force: true });
});

async function start(): Promise<Program> {
  const program = new Program(START, env);
  await until(() => program.hasEnded || program.output.includes('Ctrl-C stops it'));
  expect([program.hasEnded, program.output]).toEqual([false, expect.anything()]);
  return program;
}

async function clientOf(): Promise<{ client: Medley; webhookSecret: string; apiKey: string }> {
  const file = JSON.parse(await readFile(join(root, 'data', 'first-account.json'), 'utf8')) as {
    api_key: string;
    webhook_secret: string;
  };
  const { api_key: apiKey, webhook_secret: webhookSecret } = file;
  return {
    client: new Medley({ baseUrl: `http://127.0.0.1:${env['PORT']}`, apiKey }),
    webhookSecret,
    apiKey,
  };
}

interface Shown {
  fingerprint: string;
  rotating_to: string | null;
  may_remove_previous: boolean;
  rotation: { examined: number; resealed: number; unreadable: number; ended_at: string | null } | null;
}

async function admin<T = Shown>(...args: string[]): Promise<T> {
  const program = new Program(ADMIN, env, [...args, '--json']);
  expect([await program.ended, program.output]).toEqual([0, expect.stringContaining('{')]);
  return JSON.parse(program.output) as T;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${env['HEALTH_PORT']}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** What was made before the rotation and has to open afterwards. */
interface Kept {
  tasks: { id: string; input: string; text: string; deliveryId: string }[];
  key: string;
}

async function makeKept(client: Medley): Promise<Kept> {
  const tasks: Kept['tasks'] = [];
  for (const input of [SHORT, LONG]) {
    const hook = { webhook_url: `${receiver.url}/hook`, webhook_headers: SECRET_HEADER };
    const { id } = await client.tasks.create({ input, steps: [...REVERSIBLE], ...hook });
    const { output } = await client.tasks.wait(id);
    await until(() => receiver.received.some(({ body }) => body.includes(id)));
    const { items } = await client.deliveries.list();
    const delivery = items.find(({ task_id }) => task_id === id);
    tasks.push({ id, input, text: textOf(output), deliveryId: delivery?.id ?? '' });
  }
  const { secret } = await client.keys.create({ name: 'kept' }, { idempotencyKey: 'kept' });
  return { tasks, key: secret };
}

function textOf(output: unknown): string {
  return Object.values(output as Record<string, { text: string }>)[0]?.text ?? '';
}

/** By the public door: restoring, signed webhooks with their headers, a replay of a sealed response, both API keys. */
async function expectKeptOpens({ tasks, key }: Kept): Promise<void> {
  const { client, webhookSecret } = await clientOf();
  for (const { id, input, text, deliveryId } of tasks) {
    expect((await client.restore({ task_id: id, input: text })).text).toBe(input);
    const before = receiver.received.length;
    await client.deliveries.redeliver(deliveryId);
    await until(() => receiver.received.slice(before).some(({ body }) => body.includes(id)));
    const hook = receiver.received.slice(before).find(({ body }) => body.includes(id));
    expect(hook?.headers['x-receiver-key']).toBe(SECRET_HEADER['X-Receiver-Key']);
    expect(webhooks.isGenuine(hook?.body ?? '', hook?.headers ?? {}, webhookSecret)).toBe(true);
  }
  expect((await client.keys.create({ name: 'kept' }, { idempotencyKey: 'kept' })).secret).toBe(key);
  await new Medley({ baseUrl: `http://127.0.0.1:${env['PORT']}`, apiKey: key }).keys.current();
}

/** Reversible tasks, made and restored one after the other until `stop` is called; it returns what went wrong. */
function startLoad(client: Medley): { stop(): Promise<unknown[]> } {
  const load = { isOver: false, faults: [] as unknown[] };
  const working = (async () => {
    while (!load.isOver) {
      try {
        const { id } = await client.tasks.create({ input: SHORT, steps: [...REVERSIBLE] });
        const task = await client.tasks.wait(id);
        const { text } = await client.restore({ task_id: id, input: textOf(task.output) });
        if (text !== SHORT) load.faults.push(task);
      } catch (error) {
        // The process was killed, or is starting.
        if (!(error instanceof MedleyConnectionError)) load.faults.push(error);
        else await until(() => answers());
      }
    }
  })();
  return {
    stop: async () => {
      load.isOver = true;
      await working;
      return load.faults;
    },
  };
}

async function answers(): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${env['PORT']}/health`).catch(() => null))?.ok ?? false;
}

async function mappingFiles(): Promise<Buffer[]> {
  const blobs = join(root, 'data', 'blobs');
  const paths = (await readdir(blobs, { recursive: true })).filter((path) => path.endsWith('.mapping'));
  return Promise.all(paths.map((path) => readFile(join(blobs, path))));
}

async function refusalOf(keys: Record<string, string>): Promise<string> {
  const program = new Program(START, { ...env, ...keys });
  expect([await program.ended, program.output]).toEqual([78, expect.anything()]);
  return program.output;
}

test('the key of DATA_DIR is rotated under load and over kill -9: everything opens, and the previous key can go', async () => {
  let program = await start();
  const { client } = await clientOf();
  const kept = await makeKept(client);
  const tasks = Array.from({ length: BATCH }, () => ({ input: SHORT, steps: [...REVERSIBLE] }));
  for (let count = 0; count < MANY; count += BATCH) await client.batch(tasks);
  await until(async () => (await client.tasks.list({ status: 'pending' })).items.length === 0, {
    timeoutMs: 200_000,
  });
  const [oldBlob] = await mappingFiles();
  const { fingerprint } = await admin('master-key', 'show');
  await admin('master-key', 'rotate');
  await program.end();
  const oldKey = (await readFile(join(root, 'data', 'master.key.previous'), 'utf8')).trim();

  program = await start();
  const load = startLoad(client);
  await until(async () => (await metric('medley_orchestrator_key_rotation_resealed')) > 0, {
    timeoutMs: 200_000,
  });
  await program.end('SIGKILL');
  program = await start();
  // Watched from here on: of the output only the end is kept. Logged after the end of the rotation is stored.
  const rotating = program;
  const hasEnded = until(() => rotating.output.includes('MASTER_KEY_PREVIOUS may be removed'), {
    timeoutMs: 300_000,
  });
  hasEnded.catch(() => undefined);
  const interrupted = await admin('master-key', 'show');
  expect(interrupted).toMatchObject({ fingerprint, rotation: { ended_at: null } });
  expect(interrupted.rotation?.resealed).toBeLessThan(MANY);
  await expectKeptOpens(kept);
  await backupOpensElsewhere(interrupted.rotating_to);

  await hasEnded;
  expect(await load.stop()).toEqual([]);
  expect(await admin('master-key', 'show')).toMatchObject({
    fingerprint: interrupted.rotating_to,
    ...{ rotating_to: null, previous_fingerprint: fingerprint, may_remove_previous: true },
    rotation: { unreadable: 0 },
  });
  expect((await mappingFiles()).some((file) => oldBlob?.equals(file))).toBe(false);
  await expectKeptOpens(kept);
  await program.end();

  await rm(join(root, 'data', 'master.key.previous'));
  program = await start();
  await expectKeptOpens(kept);
  await program.end();
  const third = randomBytes(32).toString('base64');
  for (const key of [oldKey, third])
    expect(await refusalOf({ MASTER_KEY: key })).toMatch(/MASTER_KEY is not the key of this database/);
  expect(await refusalOf({ MASTER_KEY: third, MASTER_KEY_PREVIOUS: oldKey })).toMatch(
    /is not the key of this/,
  );
});

async function backupOpensElsewhere(rotatingTo: string | null): Promise<void> {
  const backup = join(root, 'backup');
  await admin('backup', '--to', backup);
  const elsewhere = { DATA_DIR: join(root, 'elsewhere') };
  for (const args of [
    ['restore', '--from', backup],
    ['master-key', 'show'],
  ]) {
    const program = new Program(ADMIN, { ...env, ...elsewhere }, [...args, '--json']);
    expect([await program.ended, program.output]).toEqual([0, expect.stringContaining('{')]);
    if (args[0] === 'master-key')
      expect(JSON.parse(program.output)).toMatchObject({ rotating_to: rotatingTo });
  }
}
