import { signalTopics, type DurableEventType } from '@medley/contracts';
import { overlay, until } from '@medley/testing';
import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';
import type { GatewayDependencies } from '../src/index';

let gateway: TestGateway;
let client: TestClient;
/** Ids of the tasks that were stored and of those that were read, and the bound topics. */
const stored: string[] = [];
const reads: string[] = [];
const bound: string[] = [];
/** While set, binding a topic waits for it. */
let binding: Promise<void> | null = null;

/** Real dependencies that note what is stored, read and bound. */
function observed({ broker, stores }: GatewayDependencies): Partial<GatewayDependencies> {
  return {
    broker: overlay(broker, {
      listen: async (onEvent) => {
        const listener = await broker.listen(onEvent);
        return overlay(listener, {
          bind: async (topic) => {
            bound.push(topic);
            await binding;
            await listener.bind(topic);
          },
        });
      },
    }),
    stores: overlay(stores, {
      creations: overlay(stores.creations, {
        create: async (task, terms) => {
          const outcome = await stores.creations.create(task, terms);
          stored.push(task.id);
          return outcome;
        },
      }),
      tasks: overlay(stores.tasks, {
        find: (id) => {
          reads.push(id);
          return stores.tasks.find(id);
        },
      }),
    }),
  };
}

beforeAll(async () => {
  gateway = await startTestGateway({ dependencies: observed });
  client = await gateway.newClient();
});
beforeEach(() => {
  stored.length = 0;
  reads.length = 0;
  bound.length = 0;
});
afterAll(() => gateway.stop());

const startWaiting = (): ReturnType<TestClient['post']> =>
  client.post('/pii', { input: 'x' }, { Prefer: 'wait=60' });

function signal(task_id: string, type: DurableEventType): void {
  gateway.broker.signal('task.event', signalTopics.taskEvent(task_id, type), { task_id, seq: 1, type });
}

test('a waiting request reads the task once, when its end is signaled', async () => {
  const answer = startWaiting();
  await until(() => stored.length === 1);
  const [id = ''] = stored;
  for (const type of ['step.queued', 'step.started', 'step.completed'] as const) signal(id, type);
  await endTask(gateway.stores, id);
  const before = reads.length;
  signal(id, 'task.completed');
  expect((await answer).body.data['status']).toBe('completed');
  expect([before, reads]).toEqual([0, [id]]);
});

test('a waiting request reads nothing when the signal of its end brings the task', async () => {
  const answer = startWaiting();
  await until(() => stored.length === 1);
  const [id = ''] = stored;
  const task = await endTask(gateway.stores, id);
  reads.length = 0;
  const body = { task_id: id, seq: 2, type: 'task.completed', task } as const;
  gateway.broker.signal('task.event', signalTopics.taskEvent(id, 'task.completed'), body);
  const { data } = (await answer).body;
  expect(reads).toEqual([]);
  expect(data).toEqual((await client.get(`/tasks/${id}`)).body.data);
});

test('a task that is signaled on the topic of workers is not believed', async () => {
  const answer = startWaiting();
  await until(() => stored.length === 1);
  const [id = ''] = stored;
  const task = { ...(await gateway.stores.tasks.find(id)), status: 'failed' };
  const body = { task_id: id, seq: 2, type: 'task.completed', task } as const;
  gateway.broker.signal('task.event', signalTopics.taskEvent(id, 'step.progress'), body);
  await endTask(gateway.stores, id);
  signal(id, 'task.completed');
  expect((await answer).body.data['status']).toBe('completed');
});

test('a task that ends before its signals can arrive is found all the same', async () => {
  let bind: () => void = () => undefined;
  binding = new Promise((resolve) => (bind = resolve));
  const answer = startWaiting();
  await until(() => stored.length === 1);
  await endTask(gateway.stores, stored[0] ?? '');
  binding = null;
  bind();
  expect((await answer).body.data['status']).toBe('completed');
  expect(reads).toEqual(stored);
});

test('an invalid request makes no subscription', async () => {
  expect((await client.post('/pii', { input: '' }, { Prefer: 'wait=60' })).status).toBe(400);
  expect(bound).toEqual([]);
});
