import { setTimeout as pause } from 'node:timers/promises';
import type { TestClient } from '../../services/gateway/test/test-client';
import { startTestSystem, type TestSystem } from '../support/test-system';

const LENGTH = 100_000;
const HEALTH_MS = 1_000;
let system: TestSystem;
let client: TestClient;

beforeAll(async () => {
  system = await startTestSystem();
  client = await system.newClient({ credits: 100_000 });
  const { id } = await client.create('/pii', { input: 'Иван' });
  await system.ended(id);
}, 60_000);
afterAll(() => system.stop(), 30_000);

const units = [
  'a', '1', '@', ' ', 'a@', '+7(', '1-', '«"', '[PERSON_1]', '\u202eа', 'a\u200bb@c.d ', '+7\u200b916', 'Иванов И. ', '1 2 3 4 ',
  'x.com/', '\u0000', '😀', '\u0301', '((((', '\\', '"',
]; // prettier-ignore

test('100,000 characters of anything come to an end, and nobody waits for that', async () => {
  const slowest = { ms: 0 };
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      const askedAt = performance.now();
      await (await fetch(`${client.url}/health`)).arrayBuffer();
      slowest.ms = Math.max(slowest.ms, performance.now() - askedAt);
      await pause(20);
    }
  })();
  const made = await Promise.all(
    units.map((unit) =>
      client.create('/pii', { input: unit.repeat(LENGTH).slice(0, LENGTH), mode: 'reversible' }),
    ),
  );
  const tasks = await Promise.all(made.map(({ id }) => system.ended(id)));
  done.abort();
  await watching;

  expect(tasks.map(({ status }) => status)).toEqual(units.map(() => 'completed'));
  expect(slowest.ms).toBeLessThan(HEALTH_MS);
}, 60_000);
