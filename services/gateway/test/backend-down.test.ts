import type { GatewayDependencies } from '../src/index';
import { type FrozenTimers, freezeTimers, overlay, until } from '@medley/testing';
import { startTestGateway, summarize, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { AppError } from '@medley/kit';

let timers: FrozenTimers;
let gateway: TestGateway;
let client: TestClient;
const faultless = {
  brokerDown: false,
  insertFails: false,
  readsFail: false,
  publishFails: false,
  publishHangs: false,
};
const faults = { ...faultless };
/** Resolved to let a hanging insert continue. */
let gate: Promise<void> | null = null;
const inserted: string[] = [];
let published = 0;

/** Real dependencies whose calls fail or hang while a test switches that on. */
function breakable({ broker, stores }: GatewayDependencies): Partial<GatewayDependencies> {
  const down = (): Promise<never> =>
    Promise.reject(new AppError('UPSTREAM_ERROR', 'the database does not answer'));
  return {
    broker: overlay(broker, {
      checkHealth: () => (faults.brokerDown ? 'no connection' : broker.checkHealth()),
      publish: (name, body) => {
        published += 1;
        if (faults.publishFails) return Promise.resolve('unknown' as const);
        return faults.publishHangs ? new Promise(() => undefined) : broker.publish(name, body);
      },
    }),
    stores: overlay(stores, {
      creations: overlay(stores.creations, {
        create: async (task, terms) => {
          const reservation = { units: task.cost.reserved, unfinishedMax: null };
          if (faults.insertFails) {
            await stores.accounts.reserve(task.account_id, task.id, reservation);
            return down();
          }
          inserted.push(task.id);
          await gate;
          return stores.creations.create(task, terms);
        },
      }),
      tasks: overlay(stores.tasks, {
        list: (filter, page) => (faults.readsFail ? down() : stores.tasks.list(filter, page)),
      }),
    }),
  };
}

beforeAll(async () => {
  timers = freezeTimers();
  gateway = await startTestGateway({ dependencies: breakable });
  client = await gateway.newClient({ credits: 1 });
});
beforeEach(() => {
  Object.assign(faults, faultless);
  gate = null;
});
afterAll(async () => {
  timers.thaw();
  await gateway.stop();
});

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

test('a failed insert releases the reservation', async () => {
  const before = (await client.get('/balance')).body.data;
  faults.insertFails = true;
  expect(summarize(await client.post('/pii', { input: 'x' }))).toBe('502 UPSTREAM_ERROR');
  expect((await client.get('/balance')).body.data).toEqual(before);
});

test('in a batch the error is that of the item, not of the batch', async () => {
  faults.insertFails = true;
  const tasks = [{ input: 'x', steps: [{ name: 'depersonalize' }] }];
  const answer = await client.post('/tasks/batch', { tasks });
  expect(answer.status).toBe(200);
  expect(answer.body.data['results']).toMatchObject([
    { index: 0, success: false, error: { code: 'UPSTREAM_ERROR' } },
  ]);
});

test('an endpoint that does not list UPSTREAM_ERROR responds with INTERNAL_ERROR without details', async () => {
  faults.readsFail = true;
  const answer = await client.get('/tasks');
  expect(summarize(answer)).toBe('500 INTERNAL_ERROR');
  expect(answer.text).not.toContain('database');
});

test('a stored task is accepted even when the result of publishing is unknown', async () => {
  faults.publishFails = true;
  const answer = await client.post('/pii', { input: 'x' });
  expect(summarize(answer)).toBe('201');
  expect((await gateway.stores.tasks.find(String(answer.body.data['id'])))?.status).toBe('pending');
});

test('a stored task is confirmed within 6 s even while the broker does not respond', async () => {
  faults.publishHangs = true;
  const before = published;
  const answer = client.post('/pii', { input: 'x' });
  await until(() => published > before);
  await timers.advance(5_999);
  expect(summarize(await answer)).toBe('201');
});

test('a task stored after its creation was reported as failed is canceled', async () => {
  let open: () => void = () => undefined;
  gate = new Promise((resolve) => (open = resolve));
  const before = inserted.length;
  const answer = client.post('/pii', { input: 'x' });
  await until(() => inserted.length > before);
  await timers.advance(5_999);
  expect(summarize(await answer)).toBe('502 UPSTREAM_ERROR');
  open();
  const id = inserted.at(-1) ?? '';
  await until(async () => ((await gateway.stores.tasks.find(id))?.cancel_requested_at ?? null) !== null);
});
