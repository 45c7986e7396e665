import { findRunningMongo, startEmbeddedMongo } from '@medley/embedded-mongo';
import { newTask } from '@medley/contracts';
import { createLogger } from '@medley/kit';
import { connectStores } from '@medley/store';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'dist', 'admin', 'main.js');
const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
let dataDir: string;
let stopMongo: () => Promise<void>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'medley-admin-'));
  // Most commands use a running embedded MongoDB, as with `npm start`: starting one for each command is much slower.
  const engine = await startEmbeddedMongo({ dataDir });
  stopMongo = () => engine.stop();
});

afterAll(async () => {
  await stopMongo();
  await rm(dataDir, { recursive: true, force: true });
});

function admin(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const settings = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    MASTER_KEY,
    ...env,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env: settings }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await admin([...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('an account is created with a key and a webhook secret, and can be shown and credited', async () => {
  const made = await json('account', 'create', '--name', 'Иван', '--tariff', 'business', '--balance', '12.5');

  expect(made).toEqual({
    account_id: expect.stringMatching(UUID) as string,
    api_key: expect.stringMatching(/^sk-[\w-]{43}$/) as string,
    webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
  });
  const id = String(made['account_id']);
  const shown = {
    account_id: id,
    name: 'Иван',
    tariff: 'business',
    balance: 12.5,
    reserved: 0,
    suspended_at: null,
  };
  expect(await json('account', 'show', '--account', id)).toEqual(shown);

  await json('account', 'credit', '--account', id, '--amount', '0.0001');
  await json('account', 'credit', '--account', id, '--amount', '-2');

  expect(await json('account', 'show', '--account', id)).toEqual({ ...shown, balance: 10.5001 });
  const ledger = await json('account', 'ledger', '--account', id);
  expect((ledger['entries'] as { balance: number }[]).map((entry) => entry.balance)).toEqual([
    -2, 0.0001, 12.5,
  ]);
});

test('the ledger is a table of movements, newest first', async () => {
  const { account_id } = await json('account', 'create', '--name', 'ledger', '--balance', '5');
  await json('account', 'credit', '--account', String(account_id), '--amount', '1.5');

  const { code, stdout } = await admin(['account', 'ledger', '--account', String(account_id)]);

  expect(code).toBe(0);
  const [head, ...rows] = stdout.trim().split('\n');
  expect(head?.split(/ {2,}/)).toEqual(['At', 'Kind', 'Balance', 'Reserved', 'Charged', 'Task id']);
  expect(rows.slice(0, 2).map((row) => row.split(/ {2,}/).slice(1, 4))).toEqual([
    ['credit', '1.5000', '0.0000'],
    ['opening', '5.0000', '0.0000'],
  ]);
});

test('keys are created, listed without their secret, and deactivated', async () => {
  const { account_id } = await json('account', 'create', '--name', 'keys');
  const id = String(account_id);
  const made = await json('key', 'create', '--account', id, '--expires-at', '2030-01-31T12:00:00Z');
  expect(Object.keys(made)).toEqual(['key_id', 'api_key']);

  await json('key', 'deactivate', '--key-id', String(made['key_id']));

  const { keys } = await json('key', 'list', '--account', id);
  expect(keys).toEqual([
    {
      key_id: made['key_id'],
      last4: String(made['api_key']).slice(-4),
      active: false,
      expires_at: '2030-01-31T12:00:00.000Z',
      created_at: expect.any(String) as string,
    },
    expect.objectContaining({ active: true, expires_at: null }),
  ]);
});

test('without --json a result is formatted as text', async () => {
  const { stdout } = await admin(['account', 'create', '--name', 'person']);

  expect(stdout).toMatch(/^Account id +\S+\nApi key +sk-\S+\nWebhook secret +whsec_\S+\n$/);
});

test.each([
  ['an unknown command', ['account', 'destroy']],
  ['no command', []],
  ['an unknown option', ['account', 'show', '--account', 'x', '--bogus', '1']],
  ['an option of another command', ['account', 'show', '--account', 'x', '--amount', '1']],
  ['a missing option', ['account', 'show']],
  ['an invalid amount', ['account', 'credit', '--account', 'x', '--amount', '1e3']],
  ['a fifth decimal', ['account', 'create', '--name', 'x', '--balance', '0.00001']],
  ['an invalid date', ['key', 'create', '--account', 'x', '--expires-at', 'tomorrow']],
  ['a date in the past', ['key', 'create', '--account', 'x', '--expires-at', '2020-01-31T12:00:00Z']],
  ['an unknown status', ['task', 'list', '--account', 'x', '--status', 'sleeping']],
])('%s is explained in a sentence and one line of help, with exit code 2', async (_what, args) => {
  const { code, stdout, stderr } = await admin([...args, '--json']);

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('npm run -s admin --');
  expect(stderr.trim().split('\n')).toHaveLength(2);
});

test.each([
  ['account', ['account', 'show', '--account', 'nobody'], 'No account has the id nobody.'],
  ['key', ['key', 'deactivate', '--key-id', 'nothing'], 'No key has the id nothing.'],
  ['tariff', ['account', 'create', '--name', 'x', '--tariff', 'gold'], 'No tariff is named gold.'],
])('an unknown %s is reported in one sentence, with exit code 1', async (_what, args, sentence) => {
  const { code, stdout, stderr } = await admin([...args, '--json']);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain('at ');
});

test('with MONGO_URL the master key of the services is required', async () => {
  const { url } = JSON.parse(await readFile(join(dataDir, 'mongo.json'), 'utf8')) as { url: string };

  const { code, stderr } = await admin(['account', 'list'], { MONGO_URL: url, MASTER_KEY: '' });

  expect(code).toBe(1);
  expect(stderr).toContain('MASTER_KEY is not set');
});

test('the command starts a stopped embedded MongoDB itself, and its changes are kept', async () => {
  const own = { DATA_DIR: join(dataDir, 'own') };
  await (await startEmbeddedMongo({ dataDir: own.DATA_DIR })).stop();
  const made = await admin(['account', 'create', '--name', 'kept', '--json'], own);
  const { account_id } = JSON.parse(made.stdout) as { account_id: string };

  const shown = await admin(['account', 'show', '--account', account_id, '--json'], own);

  expect(JSON.parse(shown.stdout)).toMatchObject({ name: 'kept', tariff: 'standard', balance: 0 });
  const otherKey = Buffer.alloc(32, 8).toString('base64');
  const refused = await admin(['account', 'list'], { ...own, MASTER_KEY: otherKey });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('is not the key of this database'),
  ]);
});

test('a mistyped data directory is refused and not created', async () => {
  const missing = join(dataDir, 'mistyped');
  const { code, stderr } = await admin(['account', 'list'], { DATA_DIR: missing });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${missing} has no database of Medley`)]);
  expect(existsSync(missing)).toBe(false);
});

test('the tasks of an account are listed without what they contain', async () => {
  const { account_id } = await json('account', 'create', '--name', 'tasks');
  const id = String(account_id);
  const engine = await findRunningMongo(dataDir);
  const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
  const stores = await connectStores({ url: String(engine?.url), logger, masterKey: MASTER_KEY });
  try {
    const task = newTask(
      {
        ...{ id: randomUUID(), account_id: id, metadata: null, webhook_url: null, ttl: 1, reserved: 0 },
        input: { url: null, text: 'a secret', filename: null, language_in: 'ru', language_out: 'ru' },
        steps: [{ id: 'a', name: 'depersonalize', depends_on: [], options: {} }],
      } as unknown as Parameters<typeof newTask>[0],
      new Date(),
    );
    await stores.tasks.insert(task);
    const { tasks, total } = await json('task', 'list', '--account', id, '--status', 'pending');
    expect([tasks, total]).toMatchObject([
      [{ task_id: task.id, status: 'pending', steps: 'depersonalize' }],
      1,
    ]);
    expect(JSON.stringify(tasks)).not.toContain('secret');
    expect(await json('task', 'list', '--account', id, '--status', 'failed')).toEqual({
      tasks: [],
      total: 0,
    });
    await stores.erasure.removeTasks([task.id]);
  } finally {
    await stores.close();
  }
});

test('an account is deleted with its data when its id is confirmed, and the deleted records are counted', async () => {
  const id = String((await json('account', 'create', '--name', 'Ada'))['account_id']);
  const unconfirmed = await admin(['account', 'delete', '--account', id, '--confirm', 'yes']);
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    2,
    expect.stringContaining('--confirm must repeat'),
  ]);
  const removed = await json('account', 'delete', '--account', id, '--confirm', id);
  expect(removed).toEqual({
    ...{
      account_id: id,
      canceled: 0,
      tasks: 0,
      uploads: 0,
      keys: 1,
      templates: 0,
      idempotency_keys: 0,
      rate_limits: 0,
    },
    ...{ ledger_entries: 1, accounts: 1 },
  });
  expect((await admin(['account', 'delete', '--account', id, '--confirm', id])).code).toBe(1);
  expect((await admin(['account', 'show', '--account', id])).code).toBe(1);
});

test('an account is suspended, resumed and gets another tariff', async () => {
  const { account_id } = await json('account', 'create', '--name', 'late payer');
  const id = String(account_id);
  const suspended = await json('account', 'suspend', '--account', id);
  expect(suspended['suspended_at']).toMatch(/^\d{4}-.*Z$/);
  expect(await json('account', 'resume', '--account', id)).toMatchObject({ suspended_at: null });
  expect(await json('account', 'tariff', '--account', id, '--tariff', 'free')).toMatchObject({
    tariff: 'free',
  });
  const { code, stderr } = await admin(['account', 'tariff', '--account', id, '--tariff', 'golden']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('No tariff is named golden')]);
});

test('a kind is paused and resumed, and the queues say so', async () => {
  const pausedKinds = async (): Promise<string[]> => {
    const { queues } = await json('queues');
    const rows = queues as { kind: string; waiting: number; paused_at: string | null }[];
    expect(rows.map(({ waiting }) => waiting)).toEqual(rows.map(() => 0));
    return rows.filter(({ paused_at }) => paused_at !== null).map(({ kind }) => kind);
  };
  expect(await json('kind', 'pause', '--kind', 'llm')).toEqual({ kind: 'llm', paused: true });
  expect(await pausedKinds()).toEqual(['llm']);
  await json('kind', 'resume', '--kind', 'llm');
  expect(await pausedKinds()).toEqual([]);
  const { code, stderr } = await admin(['kind', 'pause', '--kind', 'knit']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--kind must be one of: fetch')]);
});

test('dead letters are listed, asked to be retried, and dropped', async () => {
  const engine = await findRunningMongo(dataDir);
  const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
  const stores = await connectStores({ url: String(engine?.url), logger, masterKey: MASTER_KEY });
  try {
    const letter = {
      reason: 'rejected',
      queue: 'steps.llm',
      message: 'step.run',
      task_id: 't',
      step_id: 'a',
    };
    await stores.deadLetters.record(letter);
    const { dead_letters } = await json('dead-letters', 'list');
    const id = String((dead_letters as { id: string }[])[0]?.id);
    expect(dead_letters).toMatchObject([{ ...letter, count: 1, retry_at: null }]);
    expect(await json('dead-letters', 'retry', '--id', id)).toEqual({ retried: 1 });
    expect(await stores.deadLetters.takeRetry()).toMatchObject({ id, task_id: 't' });
    expect(await json('dead-letters', 'drop', '--id', id)).toEqual({ id, dropped: true });
    expect(await json('dead-letters', 'list')).toEqual({ dead_letters: [], total: 0 });
    expect((await admin(['dead-letters', 'drop', '--id', id])).code).toBe(1);
  } finally {
    await stores.close();
  }
});
