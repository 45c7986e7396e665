import { createMemoryBroker, type Broker } from '@medley/broker';
import { createLogger } from '@medley/kit';
import { overlay, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
const QUEUE = 'steps.depersonalize';
/** The worker is given a message only while this many others wait. */
const BACKLOG = 10;
/** Of the load, completed while the task under test waits; before, it waited for all there were. */
const LATER_MAX = 600;
/** What the clock of the services advances by for each task of the load that completes while the task under test waits. */
const STEP_MS = 200;

let inner: Broker;
let system: TestSystem;
/** The first message of a step on this text is lost; `sends` counts it, too. */
const LOST_TEXT = 'Ивана Петрова никто не ждал.';
let sends = 0;
let isOver = false;
/** Depths of the queue that the orchestrator read before the message was published again. */
const depths: number[] = [];

function lossy(broker: Broker): Broker {
  const isLost = (name: string, body: unknown): boolean => {
    if (name !== 'step.run' || !JSON.stringify(body).includes(LOST_TEXT)) return false;
    sends += 1;
    return sends === 1;
  };
  return overlay(broker, {
    publish: (name, body) =>
      isLost(name, body) ? Promise.resolve('confirmed' as const) : broker.publish(name, body),
    consume: (queue, { 'step.run': run, ...others }, options) => {
      if (!run || queue !== QUEUE)
        return broker.consume(queue, { ...(run && { 'step.run': run }), ...others }, options);
      const runLate: typeof run = async (body, info) => {
        await until(async () => isOver || ((await broker.depth(queue)) ?? 0) > BACKLOG);
        return run(body, info);
      };
      return broker.consume(queue, { ...others, 'step.run': runLate }, options);
    },
    depth: async (queue) => {
      const depth = await broker.depth(queue);
      if (depth !== null && queue === QUEUE && sends === 1) depths.push(depth);
      return depth;
    },
  });
}

beforeAll(async () => {
  inner = createMemoryBroker({ logger });
  system = await startTestSystem({
    broker: lossy(inner),
    env: { CONCURRENCY: '1' },
    sharesProcess: false,
  });
});
afterAll(async () => {
  await system.stop();
  await inner.close();
});

/** Keep the queue filled until told to stop; how many tasks have completed by now. */
function startLoad(client: TestClient): { completed(): Promise<number>; stop(): Promise<void> } {
  const { accountId } = client.identity;
  const task = { input: 'Иван Петров живёт в Москве.', steps: [{ name: 'depersonalize' }] };
  let created = 0;
  const run = async (): Promise<void> => {
    while (!isOver) {
      await client.post('/tasks/batch', { tasks: Array.from({ length: 30 }, () => task) });
      created += 30;
      await until(async () => isOver || ((await inner.depth(QUEUE)) ?? 0) <= 2 * BACKLOG);
    }
  };
  const running = run();
  return {
    completed: async () => created - (await system.stores.tasks.countUnfinished(accountId, 10_000)),
    stop: () => {
      isOver = true;
      return running;
    },
  };
}

test('a step whose message was lost completes while another account keeps its queue filled', async () => {
  const load = startLoad(await system.newClient());
  await until(async () => (await load.completed()) > 0);
  const client = await system.newClient();
  const { id } = await client.create('/pii', { input: LOST_TEXT });
  await until(() => sends === 1);
  const before = await load.completed();
  let later = 0;
  const now = system.stores.now.bind(system.stores);
  const clock = jest.spyOn(system.stores, 'now');
  clock.mockImplementation(() => new Date(now().getTime() + later * STEP_MS));
  await until(async () => {
    later = (await load.completed()) - before;
    return later > LATER_MAX || (await system.stores.tasks.find(id))?.status === 'completed';
  }).finally(() => load.stop());
  expect((await system.stores.tasks.find(id))?.status).toBe('completed');
  expect(sends).toBe(2);
  expect(Math.min(...depths)).toBeGreaterThan(0);
  clock.mockRestore();
});
