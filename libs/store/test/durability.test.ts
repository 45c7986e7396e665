import { startEmbeddedMongo, type EmbeddedMongo } from '@medley/embedded-mongo';
import { connectStores, type Stores } from '@medley/store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@medley/testing';
import { makeTask, masterKey, quietLogger } from './test-stores';

let dataDir: string;
let mongo: EmbeddedMongo;
let stores: Stores;

// A separate MongoDB, because this suite kills it.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'medley-durability-'));
  mongo = await startEmbeddedMongo({ dataDir });
  stores = await connectStores({ url: mongo.url, logger: quietLogger, masterKey });
});
afterAll(async () => {
  await stores.close();
  await mongo.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Writes concurrently, kills MongoDB after the first acknowledgement, and returns every acknowledged revision by task. */
async function workUntilKilled(accountId: string): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  const killed = mongo.pid;
  let isKilled = false;
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) {
      const task = makeTask({ account_id: accountId });
      await stores.creations.create(task, { unfinishedMax: null });
      acknowledged.set(task.id, 1);
      if (await stores.tasks.update(task.id, 1, { set: { progress: 0.5 } })) acknowledged.set(task.id, 2);
      if (acknowledged.size < 300 || isKilled) continue;
      isKilled = process.kill(killed, 'SIGKILL');
    }
  };
  const workers = Array.from({ length: 20 }, () => work().catch((error: unknown) => error));
  await until(() => mongo.pid !== killed);
  isOver = true;
  const failures = (await Promise.all(workers)).filter((failure) => failure !== undefined);
  for (const failure of failures) expect(failure).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
  await until(async () => (await stores.checkHealth()) === null);
  return acknowledged;
}

test('killing the database with -9 under load loses no acknowledged write, and the stores reconnect', async () => {
  const account = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 1_000_000 });
  const acknowledged = new Map<string, number>();
  // Repeated, because a write concern without journal loses writes only sometimes.
  for (let round = 0; round < 5; round += 1) {
    for (const [id, rev] of await workUntilKilled(account.id)) acknowledged.set(id, rev);
    const stored = await stores.tasks.revisions([...acknowledged.keys()]);
    expect([...acknowledged].filter(([id, rev]) => (stored.get(id) ?? 0) < rev)).toEqual([]);
  }
  await stores.accounts.repair(new Date(stores.now().getTime() + 1_000));
  // No task is stored without its reservation, and none of a lost task is left.
  const { total } = await stores.tasks.list({ account_id: account.id }, { limit: 1, offset: 0 });
  expect(total).toBeGreaterThanOrEqual(acknowledged.size);
  const reserved = total * makeTask().cost.reserved;
  expect(await stores.accounts.find(account.id)).toMatchObject({ balance: 1_000_000 - reserved, reserved });
});
