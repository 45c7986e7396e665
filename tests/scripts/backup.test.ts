import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Medley } from '@medley/client';
import { Program, takeFreePort, until } from '@medley/testing';

const START = 'scripts/dist/start/main.js';
const ADMIN = 'scripts/dist/admin/main.js';
/** Longer than what is stored inline, so that each output is a blob. */
const SHORT = 'Позвоните Ивану Петрову: +7 916 123-45-67, ivan@example.com. ';
const TEXT = SHORT.repeat(900);
/** Of the tasks that are created beside the backup, so many are short for each long one. */
const LONG_EVERY = 5;

let root: string;
let dataDir: string;
let backupDir: string;
let port: number;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'medley-backup-'));
  [dataDir, backupDir] = [join(root, 'data'), join(root, 'backup')];
  port = await takeFreePort();
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function start(): Promise<{ program: Program; client: Medley }> {
  const program = new Program(START, { DATA_DIR: dataDir, PORT: String(port) });
  await until(() => program.hasEnded || program.output.includes('Ctrl-C stops it'));
  const file = await readFile(join(dataDir, 'first-account.json'), 'utf8');
  const { api_key: apiKey } = JSON.parse(file) as { api_key: string };
  return { program, client: new Medley({ baseUrl: `http://127.0.0.1:${port}`, apiKey }) };
}

async function admin(...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = new Program(ADMIN, { DATA_DIR: dataDir }, [...args, '--json']);
  return { code: await program.ended, output: program.output };
}

const createTask = (client: Medley, input = TEXT): Promise<{ id: string }> =>
  client.tasks.create({ input, steps: [{ name: 'depersonalize' }] });

async function allTasks(client: Medley): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { id, status } of client.tasks.listAll()) found.set(id, status);
  return found;
}

/** Runs `act` while tasks are created one after the other. */
async function underLoad<T>(client: Medley, act: () => Promise<T>): Promise<T> {
  const load = { isOver: false, failed: 0 };
  const submitting = (async () => {
    for (let made = 0; !load.isOver; made += 1) {
      const input = made % LONG_EVERY === 0 ? TEXT : SHORT;
      await createTask(client, input).catch(() => (load.failed += 1));
    }
  })();
  try {
    return await act();
  } finally {
    load.isOver = true;
    await submitting;
  }
}

test('a backup under load, restored after everything was wiped, has what had ended and ends every other task once', async () => {
  const before = await start();
  const ended: { id: string }[] = [];
  for (let count = 0; count < 5; count += 1) ended.push(await createTask(before.client));
  const results = new Map<string, unknown>();
  for (const task of ended) results.set(task.id, (await before.client.tasks.wait(task)).output);
  const backup = await underLoad(before.client, async () => {
    const count = (await allTasks(before.client)).size;
    await until(async () => (await allTasks(before.client)).size > count + 5);
    return admin('backup', '--to', backupDir);
  });
  expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('"documents"')]);
  await before.program.end('SIGKILL');
  // The database outlives the killed process for a moment, and writes.
  await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });

  expect(await admin('restore', '--from', backupDir)).toMatchObject({ code: 0 });
  const { program, client } = await start();
  try {
    const restored = await allTasks(client);
    expect([...results.keys()].every((id) => restored.get(id) === 'completed')).toBe(true);
    for (const [id, output] of results) expect((await client.tasks.get(id)).output).toEqual(output);
    await until(
      async () => [...(await allTasks(client)).values()].every((status) => status === 'completed'),
      {
        timeoutMs: 200_000,
      },
    );
    const settled = await settlementsByTask(client, restored.size);
    expect(settled).toEqual(new Map([...restored.keys()].sort().map((id) => [id, 1])));
    await createTask(client);
  } finally {
    await program.end();
  }
});

/** How often each task was settled, once all are. */
async function settlementsByTask(client: Medley, count: number): Promise<Map<string, number>> {
  const read = async (): Promise<Map<string, number>> => {
    const settled = new Map<string, number>();
    let cursor: string | undefined;
    do {
      const page = await client.ledger({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
      for (const { kind, task_id } of page.items) {
        if (kind === 'settle' && task_id) settled.set(task_id, (settled.get(task_id) ?? 0) + 1);
      }
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return settled;
  };
  await until(async () => (await read()).size === count);
  return new Map([...(await read())].sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('a restore refuses a directory that is in use, a damaged file and an unfinished backup', async () => {
  const damaged = await mkdtemp(join(root, 'damaged-'));
  const files = { 'mongo/tasks.bson': { size: 5, sha256: '' }, 'master.key': { size: 45, sha256: '' } };
  await writeFile(join(damaged, 'manifest.json'), JSON.stringify({ format: 1, collections: {}, files }));
  await writeFile(join(damaged, 'master.key'), 'x'.repeat(45));
  const refusal = async (from: string, target: string): Promise<string> => {
    const program = new Program(ADMIN, { DATA_DIR: target }, ['restore', '--from', from]);
    expect(await program.ended).toBe(1);
    return program.output;
  };
  const unused = join(root, 'unused');
  expect(await refusal(damaged, root)).toContain(`${root} is not empty`);
  const faults = await refusal(damaged, unused);
  expect(faults).toContain('mongo/tasks.bson: missing');
  expect(faults).toContain('master.key: another checksum');
  expect(await refusal(join(root, 'nothing'), unused)).toContain('holds no finished backup');
  expect(existsSync(unused)).toBe(false);
});

test('a data directory whose restore was interrupted is not started', async () => {
  const target = await mkdtemp(join(root, 'interrupted-'));
  await writeFile(join(target, 'restore-unfinished'), '');
  const program = new Program(START, { DATA_DIR: target, PORT: '0' });
  expect([await program.ended, program.output]).toEqual([
    1,
    expect.stringContaining('restore was interrupted'),
  ]);
});
