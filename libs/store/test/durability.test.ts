import { startMongoEngine, type MongoEngine } from '@medley/mongo-engine';
import { connectStores, type Stores } from '@medley/store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../tests/support/until';
import { makeTask, masterKey, quietLogger } from './test-stores';

let dataDir: string;
let engine: MongoEngine;
let stores: Stores;

// An engine of its own: this suite kills it.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'medley-durability-'));
  engine = await startMongoEngine({ dataDir });
  stores = await connectStores({ url: engine.url, logger: quietLogger, masterKey });
}, 60_000);
afterAll(async () => {
  await stores.close();
  await engine.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('killing the database with -9 under load loses nothing that was acknowledged, and the stores come back', async () => {
  const account = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 1_000_000 });
  const moved = new Map<string, number>();
  let reserved = 0;
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) {
      const task = makeTask({ account_id: account.id });
      if (await stores.accounts.reserve(account.id, task.id, 1)) reserved += 1;
      await stores.tasks.insert(task);
      moved.set(task.id, 1);
      if (await stores.tasks.move(task.id, 1, { set: { progress: 0.5 } })) moved.set(task.id, 2);
    }
  };
  const workers = Array.from({ length: 20 }, () => work().catch((error: unknown) => error));
  await until(() => moved.size > 500);
  const killed = engine.pid;
  process.kill(killed, 'SIGKILL');
  await until(() => engine.pid !== killed, { timeoutMs: 20_000 });
  isOver = true;
  const failures = (await Promise.all(workers)).filter((failure) => failure !== undefined);
  for (const failure of failures) expect(failure).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });

  await until(async () => (await stores.trouble()) === null, { timeoutMs: 20_000 });
  const stored = await stores.tasks.revisions([...moved.keys()]);
  const lost = [...moved].filter(([id, rev]) => (stored.get(id) ?? 0) < rev);
  expect(lost).toEqual([]);

  await stores.accounts.repair(new Date(stores.now().getTime() + 1_000));
  const after = await stores.accounts.find(account.id);
  expect((after?.balance ?? 0) + (after?.reserved ?? 0)).toBe(1_000_000);
  expect(after?.reserved).toBeGreaterThanOrEqual(moved.size);
  expect(reserved).toBeGreaterThanOrEqual(moved.size);
}, 60_000);
