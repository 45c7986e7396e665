import { startEmbeddedMongo, type EmbeddedMongo } from '@medley/mongo-engine';
import { connectStores, type Stores } from '@medley/store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../tests/support/until';
import { reservationRequest, makeTask, masterKey, quietLogger } from './test-stores';

let dataDir: string;
let engine: EmbeddedMongo;
let stores: Stores;

// An engine of its own: this suite kills it.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'medley-durability-'));
  engine = await startEmbeddedMongo({ dataDir });
  stores = await connectStores({ url: engine.url, logger: quietLogger, masterKey });
}, 60_000);
afterAll(async () => {
  await stores.close();
  await engine.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Work hard and kill the engine the moment it has acknowledged something; all it acknowledged, as revision by task. */
async function workUntilKilled(accountId: string): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  const killed = engine.pid;
  let isKilled = false;
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver) {
      const task = makeTask({ account_id: accountId });
      await stores.accounts.reserve(accountId, task.id, reservationRequest(1));
      await stores.tasks.insert(task);
      acknowledged.set(task.id, 1);
      if (await stores.tasks.move(task.id, 1, { set: { progress: 0.5 } })) acknowledged.set(task.id, 2);
      if (acknowledged.size < 300 || isKilled) continue;
      isKilled = process.kill(killed, 'SIGKILL');
    }
  };
  const workers = Array.from({ length: 20 }, () => work().catch((error: unknown) => error));
  await until(() => engine.pid !== killed, { timeoutMs: 20_000 });
  isOver = true;
  const failures = (await Promise.all(workers)).filter((failure) => failure !== undefined);
  for (const failure of failures) expect(failure).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
  await until(async () => (await stores.trouble()) === null, { timeoutMs: 20_000 });
  return acknowledged;
}

test('killing the database with -9 under load loses nothing that was acknowledged, and the stores come back', async () => {
  const account = await stores.accounts.create({ name: 'n', tariff: 'free', balance: 1_000_000 });
  const acknowledged = new Map<string, number>();
  // Once is not enough: a write concern that does not wait for the journal only sometimes loses something.
  for (let round = 0; round < 5; round += 1) {
    for (const [id, rev] of await workUntilKilled(account.id)) acknowledged.set(id, rev);
    const stored = await stores.tasks.revisions([...acknowledged.keys()]);
    expect([...acknowledged].filter(([id, rev]) => (stored.get(id) ?? 0) < rev)).toEqual([]);
  }
  await stores.accounts.repair(new Date(stores.now().getTime() + 1_000));
  const after = await stores.accounts.find(account.id);
  expect((after?.balance ?? 0) + (after?.reserved ?? 0)).toBe(1_000_000);
  expect(after?.reserved).toBeGreaterThanOrEqual(acknowledged.size);
}, 90_000);
