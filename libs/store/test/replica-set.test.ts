import { startTestMongo, type TestMongo } from '@medley/testing/mongo';
import { connectStores } from '@medley/store';
import { type MongoWire, startMongoWire } from './mongo-wire';
import { makeTask, masterKey, quietLogger } from './test-stores';

const WRITES = ['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'];

/** No replica set can be started where we test: a proxy makes a standalone server call itself one. */
describe('writes are acknowledged', () => {
  let mongo: TestMongo;
  beforeAll(async () => {
    mongo = await startTestMongo();
  });
  afterAll(() => mongo.stop());

  /** What the writes of an account, a task and its transition ask for. */
  const writeConcernsOf = async (wire: MongoWire): Promise<unknown[]> => {
    const stores = await connectStores({ url: wire.url, logger: quietLogger, masterKey });
    try {
      const account = await stores.accounts.create({ name: 'a', tariff: 'unlimited', balance: 1_000 });
      const task = makeTask({ account_id: account.id });
      await stores.creations.create(task, { unfinishedMax: null });
      await stores.tasks.update(task.id, 1, { set: { progress: 0.5 } });
    } finally {
      await stores.close();
    }
    const writes = wire.commands.filter((command) => WRITES.includes(Object.keys(command)[0] ?? ''));
    expect(writes.length).toBeGreaterThanOrEqual(3);
    return [...new Set(writes.map(({ writeConcern }) => JSON.stringify(writeConcern)))];
  };

  it.each([
    ['by the majority of a replica set, in their journals', true, '{"w":"majority","j":true}'],
    ['by a standalone server, in its journal', false, '{"w":1,"j":true}'],
  ])('%s', async (_title, asReplicaSet, concern) => {
    const wire = await startMongoWire(mongo.url, { asReplicaSet });
    try {
      expect(await writeConcernsOf(wire)).toEqual([concern]);
    } finally {
      await wire.stop();
    }
  });
});
