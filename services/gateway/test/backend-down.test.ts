import type { GatewayDependencies } from '../src/index';
import { overlay } from './overlay';
import { startTestGateway, type TestGateway } from './start-test-gateway';
import { summarize, type TestClient } from './test-client';
import { AppError } from '@medley/kit';
import { until } from '../../../tests/support/until';

let gateway: TestGateway;
let client: TestClient;
const calm = {
  brokerDown: false,
  insertFails: false,
  readsFail: false,
  publishFails: false,
  publishHangs: false,
};
const faults = { ...calm };
/** Opened when an insert that hangs may go on. */
let gate: Promise<void> | null = null;
const inserted: string[] = [];

/** Real dependencies with a switch in front of each call that a test lets fail. */
function breakable({ broker, stores }: GatewayDependencies): Partial<GatewayDependencies> {
  const down = (): Promise<never> =>
    Promise.reject(new AppError('UPSTREAM_ERROR', 'the database does not answer'));
  return {
    broker: overlay(broker, {
      trouble: () => (faults.brokerDown ? 'no connection' : broker.trouble()),
      publish: (name, body) => {
        if (faults.publishFails) return Promise.resolve('unknown' as const);
        return faults.publishHangs ? new Promise(() => undefined) : broker.publish(name, body);
      },
    }),
    stores: overlay(stores, {
      tasks: overlay(stores.tasks, {
        insert: async (task) => {
          if (faults.insertFails) return down();
          inserted.push(task.id);
          await gate;
          return stores.tasks.insert(task);
        },
        list: (filter, page) => (faults.readsFail ? down() : stores.tasks.list(filter, page)),
      }),
    }),
  };
}

beforeAll(async () => {
  gateway = await startTestGateway({ dependencies: breakable });
  client = await gateway.newClient({ credits: 1 });
}, 60_000);
beforeEach(() => {
  Object.assign(faults, calm);
  gate = null;
});
afterAll(() => gateway.stop());

const stored = async (): Promise<number> =>
  ((await client.get('/tasks')).body.data['pagination'] as { total: number }).total;

test('without a broker nothing is stored and nothing is charged', async () => {
  const before = await stored();
  const money = (await client.get('/balance')).body.data;
  faults.brokerDown = true;
  const answer = await client.post('/pii', { input: 'x' });
  expect(summarize(answer)).toBe('502 UPSTREAM_ERROR');
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(await stored()).toBe(before);
  expect((await client.get('/balance')).body.data).toEqual(money);
});

test('an insert that fails gives its money back', async () => {
  const before = (await client.get('/balance')).body.data;
  faults.insertFails = true;
  expect(summarize(await client.post('/pii', { input: 'x' }))).toBe('502 UPSTREAM_ERROR');
  expect((await client.get('/balance')).body.data).toEqual(before);
});

test('in a batch the item tells it, not the batch', async () => {
  faults.insertFails = true;
  const tasks = [{ input: 'x', steps: [{ name: 'depersonalize' }] }];
  const answer = await client.post('/tasks/batch', { tasks });
  expect(answer.status).toBe(200);
  expect(answer.body.data['results']).toMatchObject([
    { index: 0, success: false, error: { code: 'UPSTREAM_ERROR' } },
  ]);
});

test('where the interface does not list UPSTREAM_ERROR it is INTERNAL_ERROR, and says no more', async () => {
  faults.readsFail = true;
  const answer = await client.get('/tasks');
  expect(summarize(answer)).toBe('500 INTERNAL_ERROR');
  expect(answer.text).not.toContain('database');
});

test('a task that is stored is accepted even if nobody knows what became of its message', async () => {
  faults.publishFails = true;
  const answer = await client.post('/pii', { input: 'x' });
  expect(summarize(answer)).toBe('201');
  expect((await gateway.stores.tasks.find(String(answer.body.data['id'])))?.status).toBe('pending');
});

test('a stored task is answered within 6 s even while the broker says nothing at all', async () => {
  faults.publishHangs = true;
  const startedAt = performance.now();
  expect(summarize(await client.post('/pii', { input: 'x' }))).toBe('201');
  expect(performance.now() - startedAt).toBeLessThan(6_000);
});

test('what is stored after the client was told it was not is taken back', async () => {
  let open: () => void = () => undefined;
  gate = new Promise((resolve) => (open = resolve));
  const startedAt = performance.now();
  expect(summarize(await client.post('/pii', { input: 'x' }))).toBe('502 UPSTREAM_ERROR');
  expect(performance.now() - startedAt).toBeLessThan(6_000);
  open();
  const id = inserted.at(-1) ?? '';
  await until(async () => ((await gateway.stores.tasks.find(id))?.cancel_requested_at ?? null) !== null);
});
