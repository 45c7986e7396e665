import type { Key, NewKey, Usage } from '@medley/client';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import { runMedley, type Ran } from './run-medley';

let service: AllInOne;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startAllInOne();
  env = { MEDLEY_URL: service.api.url, MEDLEY_API_KEY: service.key };
});
afterAll(() => service.stop());

const medley = (...args: string[]): Promise<Ran> => runMedley(args, env);
const withKey = (key: string, ...args: string[]): Promise<Ran> =>
  runMedley(args, { ...env, MEDLEY_API_KEY: key });

async function makeKey(...options: string[]): Promise<NewKey> {
  return JSON.parse((await medley('keys', 'create', '--json', ...options)).stdout) as NewKey;
}

async function listed(): Promise<Key[]> {
  return (JSON.parse((await medley('keys', 'list', '--json')).stdout) as { items: Key[] }).items;
}

test('keys create prints a secret that works, and nothing else to its output', async () => {
  const made = await medley('keys', 'create', '--name', 'ночь', '--role', 'read');
  expect(made).toMatchObject({ code: 0, stderr: 'This secret is shown once:\n' });
  expect(made.stdout).toMatch(/^sk-[\w-]{43}\n$/);
  expect((await withKey(made.stdout.trim(), 'list')).code).toBe(0);
  const shown = await medley('keys');
  expect(shown.stdout).toMatch(/^ID +KEY +ROLE +STATE +BUDGET +NAME\n/);
  expect(shown.stdout).toMatch(/ …[\w-]{4} +read +active +ночь\n/);
  expect(shown.stdout).not.toContain(made.stdout.trim());
});

test('keys change, disable, enable and delete a key', async () => {
  const { id, secret } = await makeKey('--budget', '50/day', '--expires', '2099-01-01T00:00:00Z');
  expect((await listed()).find((key) => key.id === id)).toMatchObject({ budget: { credits: 50, period: 'day', spent: 0 } });
  await medley('keys', 'change', id, '--name', 'other', '--budget', 'none', '--expires', 'never');
  expect((await listed()).find((key) => key.id === id)).toMatchObject({ name: 'other', budget: null, expires_at: null });
  expect((await medley('keys', 'disable', id)).stdout).toContain('inactive');
  expect((await withKey(secret, 'list')).code).toBe(3);
  expect((await medley('keys', 'enable', id)).stdout).toContain('active');
  expect((await medley('keys', 'delete', id)).stdout).toBe(`deleted ${id}\n`);
  expect((await listed()).map((key) => key.id)).not.toContain(id);
}); // prettier-ignore

test.each([
  [['keys', 'drop'], 'keys has no drop; it has list, create, change, disable, enable, delete.'],
  [['keys', 'disable'], 'Name the id of the key'],
  [['keys', 'create', '--budget', '50'], '--budget must be credits for a day or a month'],
  [['keys', 'create', '--role', 'king'], '--role must be one of: owner, tasks, read.'],
  [['usage', '--group-by', 'hour'], '--group-by must be one of: day, step, key.'],
])('%j is wrong usage', async (args, message) => {
  const ran = await medley(...args);
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain(message);
});

test('usage shows what was spent, by day, kind of step or key', async () => {
  const made = await service.client.tasks.pii({ input: 'Иван Петров' });
  await service.client.tasks.wait(made);
  const usage = async (...options: string[]): Promise<Usage> =>
    JSON.parse((await medley('usage', '--json', ...options)).stdout) as Usage;
  const byStep = await usage('--group-by', 'step');
  expect(byStep.items.map(({ group }) => group)).toContain('depersonalize');
  const day = made.created_at.slice(0, 10);
  const shown = await medley('usage', '--from', day, '--to', day);
  expect(shown.stdout).toMatch(/^DAY +TASKS +MINUTES +CHARACTERS +TOKENS +CREDITS\n/);
  expect(shown.stdout).toMatch(/\ntotal +\d+ +\d+\.\d +\d+ +\d+ +\d+\.\d{4}\n$/);
  expect((await medley('usage', '--from', '2026-13-01')).stderr).toContain('from');
});
