import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const LENGTH = 100_000;
let system: TestSystem;
let client: TestClient;

beforeAll(async () => {
  system = await startTestSystem();
  client = await system.newClient({ credits: 100_000 });
  const { id } = await client.create('/pii', { input: 'Иван' });
  await system.ended(id);
});
afterAll(() => system.stop());

const units = [
  'a', '1', '@', ' ', 'a@', '+7(', '1-', '«"', '[PERSON_1]', '\u202eа', 'a\u200bb@c.d ', '+7\u200b916', 'Иванов И. ', '1 2 3 4 ',
  'x.com/', '\u0000', '😀', '\u0301', '((((', '\\', '"',
]; // prettier-ignore

test('any text of 100,000 characters is processed without delaying other requests', async () => {
  const made = await Promise.all(
    units.map((unit) =>
      client.create('/pii', { input: unit.repeat(LENGTH).slice(0, LENGTH), mode: 'reversible' }),
    ),
  );
  // None of them blocks the process: all these requests are answered before the last text is processed.
  for (let asked = 0; asked <= units.length; asked += 1) {
    expect((await fetch(`${client.url}/health`)).ok).toBe(true);
  }
  const before = await Promise.all(made.map(({ id }) => system.stores.tasks.find(id)));
  expect(before.some((task) => task?.status === 'pending')).toBe(true);
  const tasks = await Promise.all(made.map(({ id }) => system.ended(id)));
  expect(tasks.map(({ status }) => status)).toEqual(units.map(() => 'completed'));
});
