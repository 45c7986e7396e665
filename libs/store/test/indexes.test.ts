import { startEmbeddedMongo, type EmbeddedMongo } from '@medley/embedded-mongo';
import { connectStores, type Stores } from '@medley/store';
import mongoose from 'mongoose';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservationRequest, makeTask, masterKey, quietLogger } from './test-stores';

let dataDir: string;
let mongo: EmbeddedMongo;
let stores: Stores;

// A separate MongoDB, because the tested setting applies to the whole server.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'medley-indexes-'));
  mongo = await startEmbeddedMongo({ dataDir });
  stores = await connectStores({ url: mongo.url, logger: quietLogger, masterKey });
  const connection = await mongoose.createConnection(mongo.url).asPromise();
  await connection.db?.admin().command({ setParameter: 1, notablescan: true });
  await expect(connection.collection('tasks').findOne({ progress: 1 })).rejects.toThrow(/notablescan/);
  // Ledger entries are folded only where usage is summed.
  const state = connection.collection<{ _id: string; through: string }>('usage_state');
  await state.insertOne({ _id: 'ledger', through: '2100-01-01' });
  await connection.destroy();
});
afterAll(async () => {
  await stores.close();
  await mongo.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('everything works on a server that refuses to scan whole collections', async () => {
  const { accounts, idempotency, keys, pipelines, rateLimits, tasks } = stores;
  const now = new Date();
  const page = { limit: 10, offset: 0 };
  const { id: account_id } = await accounts.create({ name: 'n', tariff: 'free', balance: 1_000 });
  await accounts.list(page);
  await accounts.rotateWebhookSecret(account_id);
  await accounts.credit(account_id, 5);

  await accounts.ledger(account_id, page);
  expect(await accounts.foldLedger(new Date(now.getTime() + 60_000))).toBe(1);

  const task = makeTask({ account_id });
  await accounts.reserve(account_id, task.id, reservationRequest(10));
  await tasks.insert(task);
  await tasks.find(task.id);
  await tasks.findByOrigin('origin');
  await tasks.list({ account_id }, page);
  await tasks.list({ account_id, status: 'pending' }, page);
  await tasks.ofBatch(randomUUID());
  const metadata = [{ key: 'a', value: 'b' }];
  const after = { created_at: now, id: task.id };
  for (const filter of [
    { step: 'llm' as const },
    { created_after: now, created_before: now },
    { metadata: [...metadata, { key: 'c', value: 'd' }] },
    { q: 'a' },
    { batch_id: randomUUID() },
    { step: 'llm' as const, status: 'failed' as const, created_after: now, metadata, q: 'a' },
  ]) {
    await tasks.list({ account_id, ...filter }, page);
    await tasks.list({ account_id, ...filter }, { ...page, after });
  }
  await stores.uploads.find(randomUUID());
  await stores.uploads.use(randomUUID(), account_id);
  await stores.uploads.beginDeletion(randomUUID(), account_id);
  await stores.uploads.expire(10);
  await stores.uploads.idsOf(account_id, 10);
  await stores.storage.recount(account_id);
  await tasks.retriesOf(task.id);
  await tasks.countUnfinished(account_id, 10);
  await tasks.update(task.id, 1, { set: { progress: 1 } });
  await tasks.request(task.id, 'redeliver', now);
  await tasks.due(now, 10);
  await tasks.removeEnded(now, 10);
  await tasks.dueDeliveries(now, { from: 'newest', limit: 10 });
  await tasks.dueDeliveries(now, { from: 'oldest', limit: 10, after: { id: task.id, due_at: now } });
  const position = { at: now, task_id: task.id, seq: 1 };
  await tasks.accountEvents({ account_id, after: position, until: now, types: ['task.created'], limit: 1 });
  await stores.deliveries.list({ account_id }, { limit: 10, after: null });
  await stores.deliveries.list(
    { account_id, status: 'failed', created_after: now, created_before: now },
    { limit: 10, after: { created_at: now, id: task.id } },
  );
  await stores.deliveries.findTask(account_id, task.id);
  await tasks.lostDeliveries(now, 10);
  await tasks.revisions([task.id]);
  await accounts.settle([{ account_id, task_id: task.id, reserved: 10, extensions: 0, charged: 1 }]);
  await accounts.release(account_id, randomUUID(), 1);
  await accounts.repair(now);
  await accounts.recount();
  await accounts.ledger(account_id, page);

  const { key } = await keys.create(account_id, null);
  await keys.findByHash('0'.repeat(64));
  await keys.list(account_id);
  await keys.deactivate(key.id);
  const pipeline = {
    id: randomUUID(),
    account_id,
    name: 'p',
    description: null,
    steps: [],
    outputs: null,
    created_at: now,
    updated_at: now,
  };
  await pipelines.create(pipeline, { max: 1 });
  await pipelines.findByOrigin('origin');
  await pipelines.list(account_id, page);
  await pipelines.replace(pipeline);
  await pipelines.remove(pipeline.id);
  await pipelines.putSystem([{ ...pipeline, account_id: null }]);
  await idempotency.begin(account_id, 'k', 'h');
  await idempotency.abandon(account_id, 'k');
  await idempotency.purge(now);
  await rateLimits.take('b', { perMinute: 1 }, { cost: 1, partial: false });
  await rateLimits.purge(now);
  await stores.erasure.begin(account_id);
  await stores.erasure.cancelPending(account_id);
  await stores.erasure.removeTasks(await stores.erasure.taskIds(account_id));
  await stores.erasure.removeAccount(account_id);
  expect(await stores.checkHealth()).toBeNull();
});
