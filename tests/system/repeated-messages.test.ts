import { createMemoryBroker, type Broker } from '@medley/broker';
import { createLogger } from '@medley/kit';
import { overlay } from '../../services/gateway/test/overlay';
import type { TestClient } from '../../services/gateway/test/test-client';
import { startReceiver, type Receiver } from '../support/receiver';
import { startTestSystem, type TestSystem } from '../support/test-system';
import { until } from '../support/until';

const COPIES = 3;
const LATE_MS = 300;
const STEPS = ['a', 'b', 'c'].map((id) => ({ id, name: 'depersonalize' }));
const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });

let inner: Broker;
let system: TestSystem;
let client: TestClient;
let receiver: Receiver;
/** Sends everything that was ever published once more. */
const replays: (() => Promise<unknown>)[] = [];

/** Every message comes three times, each copy later by chance, so that none keeps its place. */
function stutter(broker: Broker): Broker {
  return overlay(broker, {
    publish: (name, body) => {
      const send = (): ReturnType<Broker['publish']> => broker.publish(name, body);
      replays.push(send);
      for (let copy = 1; copy < COPIES; copy += 1) setTimeout(() => void send(), Math.random() * LATE_MS);
      return send();
    },
  });
}

beforeAll(async () => {
  inner = createMemoryBroker({ logger });
  receiver = await startReceiver();
  system = await startTestSystem({ broker: stutter(inner) });
  client = await system.newClient();
}, 60_000);
afterAll(async () => {
  await system.stop();
  await inner.close();
  await receiver.stop();
}, 30_000);

test('messages that come three times, late and in any order, and all again at the end, change nothing', async () => {
  const body = { input: 'Иван', steps: STEPS, webhook_url: receiver.url };
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await client.create('/tasks', body)).id),
  );
  await Promise.all(ids.map((id) => system.ended(id)));
  const isTold = async (id: string): Promise<boolean> =>
    (await system.stores.tasks.find(id))?.delivery?.state === 'delivered';
  await until(async () => (await Promise.all(ids.map(isTold))).every(Boolean));
  const before = await Promise.all(ids.map((id) => system.stores.tasks.find(id)));

  await Promise.all(replays.splice(0).map((send) => send()));
  await until(async () => (await inner.depth('orchestrator')) === 0 && (await inner.depth('webhooks')) === 0);
  await until(async () => (await inner.depth('steps.depersonalize')) === 0);

  expect(await Promise.all(ids.map((id) => system.stores.tasks.find(id)))).toEqual(before);
  for (const task of before) {
    expect(task?.status).toBe('completed');
    const completions = task?.events
      .filter(({ type }) => type === 'step.completed')
      .map((one) => one.step_id);
    expect(completions).toEqual(['a', 'b', 'c']);
    expect(task?.events.map(({ seq }) => seq)).toEqual(task?.events.map((_, index) => index + 1));
  }
  const told = receiver.received.map(({ headers }) => headers['x-service-delivery']);
  expect([told.length, new Set(told).size]).toEqual([20, 20]);
  const account = await system.stores.accounts.find(client.identity.accountId);
  expect([account?.reserved, (account?.balance ?? 0) + (account?.charged ?? 0)]).toEqual([0, 10_000_000]);
}, 40_000);
