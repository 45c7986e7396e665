import { signalTopics, type Task } from '@medley/contracts';
import { overlay, until, freezeTimers, type FrozenTimers } from '@medley/testing';
import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

/** More than an account creates in a second without awaiting turns. */
const COUNT = 20;

let timers: FrozenTimers;
let gateway: TestGateway;
let client: TestClient;
const stored: Task[] = [];

beforeEach(async () => {
  timers = freezeTimers();
  gateway = await startTestGateway({
    dependencies: ({ stores }) => ({
      stores: overlay(stores, {
        creations: overlay(stores.creations, {
          create: async (task, terms) => {
            const outcome = await stores.creations.create(task, terms);
            stored.push(task);
            return outcome;
          },
        }),
      }),
    }),
  });
  client = await gateway.newClient();
  stored.length = 0;
});
afterEach(async () => {
  timers.thaw();
  await gateway.stop();
});

const awaitTurn = (): number => stored.filter(({ turn_kinds }) => turn_kinds).length;

test('the steps of a client that waits for the end of each task await no turn', async () => {
  for (let count = 1; count <= COUNT; count += 1) {
    const answer = client.post('/pii', { input: 'x' }, { Prefer: 'wait=60' });
    await until(() => stored.length === count);
    const id = stored[count - 1]?.id ?? '';
    await endTask(gateway.stores, id);
    const type = 'task.completed';
    gateway.broker.signal('task.event', signalTopics.taskEvent(id, type), { task_id: id, seq: 1, type });
    expect((await answer).body.data['status']).toBe('completed');
  }
  expect(awaitTurn()).toBe(0);
});

test('the steps of a client that creates tasks without an end to them await turns', async () => {
  for (let count = 1; count <= COUNT; count += 1)
    expect((await client.post('/pii', { input: 'x' })).status).toBe(201);
  expect(awaitTurn()).toBeGreaterThan(0);
});
