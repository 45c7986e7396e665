import { createMemoryBroker, type Broker } from '@medley/broker';
import { createLogger } from '@medley/kit';
import { overlay, type Receiver, startReceiver, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const COPIES = 3;
const LATE_MS = 300;
const STEPS = ['a', 'b', 'c'].map((id) => ({ id, name: 'depersonalize' }));
const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });

let inner: Broker;
let system: TestSystem;
let client: TestClient;
let receiver: Receiver;
/** Publishes every message again. */
const replays: (() => Promise<unknown>)[] = [];

/** Delivers every message three times, each copy after a random delay, so that their order changes. */
function repeatMessages(broker: Broker): Broker {
  return overlay(broker, {
    publish: (name, body) => {
      const send = (): ReturnType<Broker['publish']> => broker.publish(name, body);
      replays.push(send);
      // eslint-disable-next-line no-restricted-syntax -- late copies; no assertion depends on the time
      for (let copy = 1; copy < COPIES; copy += 1) setTimeout(() => void send(), Math.random() * LATE_MS);
      return send();
    },
  });
}

beforeAll(async () => {
  inner = createMemoryBroker({ logger });
  receiver = await startReceiver();
  system = await startTestSystem({ broker: repeatMessages(inner), sharesProcess: false });
  client = await system.newClient();
});
afterAll(async () => {
  await system.stop();
  await inner.close();
  await receiver.stop();
});

test('duplicate, late and reordered messages change no result', async () => {
  const body = { input: 'Иван', steps: STEPS, webhook_url: receiver.url };
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await client.create('/tasks', body)).id),
  );
  await Promise.all(ids.map((id) => system.ended(id)));
  const isDelivered = async (id: string): Promise<boolean> =>
    (await system.stores.tasks.find(id))?.delivery?.state === 'delivered';
  await until(async () => (await Promise.all(ids.map(isDelivered))).every(Boolean));
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
  const deliveries = receiver.received.map(({ headers }) => headers['x-service-delivery']);
  expect([deliveries.length, new Set(deliveries).size]).toEqual([20, 20]);
  const account = await system.stores.accounts.find(client.identity.accountId);
  expect([account?.reserved, (account?.balance ?? 0) + (account?.charged ?? 0)]).toEqual([0, 10_000_000]);
});
