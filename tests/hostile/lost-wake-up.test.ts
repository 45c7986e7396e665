import { createMemoryBroker, type Broker } from '@medley/broker';
import { createLogger } from '@medley/kit';
import { overlay, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
const QUEUE = 'steps.depersonalize';
/** The load keeps this many tasks unfinished, more than the workers hold at once. */
const BACKLOG = 90;
/** Maximum tasks of the load that complete while the task under test waits. Before the fix all of them did. */
const LATER_MAX = 2_000;

let inner: Broker;
let system: TestSystem;
/** The first message of a step on this text is lost; `sends` counts it, too. */
const LOST_TEXT = 'Ивана Петрова никто не ждал.';
let sends = 0;
/** Queue depths that the orchestrator read before the message was published again. */
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
    depth: async (queue) => {
      const depth = await broker.depth(queue);
      if (depth !== null && queue === QUEUE && sends === 1) depths.push(depth);
      return depth;
    },
  });
}

beforeAll(async () => {
  inner = createMemoryBroker({ logger });
  system = await startTestSystem({ broker: lossy(inner), env: { CONCURRENCY: '1' } });
});
afterAll(async () => {
  await system.stop();
  await inner.close();
});

/** Keep the queue filled until `stop`; `completed` counts the tasks that have ended. */
function startLoad(client: TestClient): { completed(): number; stop(): Promise<void> } {
  const { accountId } = client.identity;
  const task = { input: 'Иван Петров живёт в Москве. '.repeat(200), steps: [{ name: 'depersonalize' }] };
  let created = 0;
  let unfinished = 0;
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      unfinished = await system.stores.tasks.countUnfinished(accountId, 10_000);
      if (unfinished > BACKLOG) continue;
      await client.post('/tasks/batch', { tasks: Array.from({ length: 30 }, () => task) });
      created += 30;
    }
  };
  const running = run();
  return {
    completed: () => created - unfinished,
    stop: () => {
      isOver = true;
      return running;
    },
  };
}

test('a step whose message was lost completes while another account keeps its queue filled', async () => {
  const load = startLoad(await system.newClient());
  await until(async () => ((await inner.depth(QUEUE)) ?? 0) > 30);
  const client = await system.newClient();
  const { id } = await client.create('/pii', { input: LOST_TEXT });
  const before = load.completed();
  await until(
    async () =>
      load.completed() - before > LATER_MAX || (await system.stores.tasks.find(id))?.status === 'completed',
    { timeoutMs: 90_000 },
  ).finally(() => load.stop());
  expect((await system.stores.tasks.find(id))?.status).toBe('completed');
  expect(sends).toBe(2);
  expect(Math.min(...depths)).toBeGreaterThan(0);
});
