import { setTimeout as pause } from 'node:timers/promises';
import type { TestClient } from '../../services/gateway/test/test-client';
import { startTestSystem, type TestSystem } from '../support/test-system';

const LENGTH = 100_000;
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
  let healthy = 0;
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      if ((await fetch(`${client.url}/health`)).ok) healthy += 1;
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
  // More often than there are texts: none of them held the process up for as long as it was worked on.
  expect(healthy).toBeGreaterThan(units.length);
}, 60_000);
