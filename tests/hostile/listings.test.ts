import type { PublicListedTask } from '@medley/task-view';
import type { TestResponse, TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

/** Some more than the outputs that a listing includes. */
const TASKS = 24;
/** 100,000 characters of four bytes each in, and the same out. */
const TEXT = '😀'.repeat(100_000);
const OUTPUT_BYTES = Buffer.byteLength(TEXT);
const MIB = 1024 * 1024;

let system: TestSystem;
let attacker: TestClient;
let other: TestClient;

beforeAll(async () => {
  system = await startTestSystem();
  attacker = await system.newClient({ credits: 1_000 });
  other = await system.newClient();
  const body = { input: TEXT, steps: [{ name: 'depersonalize' }] };
  for (let count = 0; count < TASKS; count += 1)
    await system.ended((await attacker.create('/tasks', body)).id);
});
afterAll(() => system.stop());

const itemsOf = ({ body }: TestResponse): PublicListedTask[] => body.data['items'] as PublicListedTask[];
const bytesOf = ({ text }: TestResponse): number => Buffer.byteLength(text);

test('a listing of tasks with the largest texts has neither inputs nor outputs', async () => {
  const answer = await attacker.get('/tasks?limit=100');
  const items = itemsOf(answer);

  expect(items).toHaveLength(TASKS);
  expect(bytesOf(answer)).toBeLessThan(TASKS * 2 * 1024);
  for (const item of items) {
    expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['input']));
    expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['output']));
  }
});

test('a listing with include=output stays within 8 MiB and names the omitted outputs', async () => {
  const answer = await attacker.get('/tasks?limit=100&include=output');
  const items = itemsOf(answer);
  const [shown, omitted] = [
    items.filter((item) => item.output !== undefined),
    items.filter((item) => item.output_omitted !== undefined),
  ];

  expect(bytesOf(answer)).toBeLessThanOrEqual(8 * MIB);
  expect(shown.length).toBe(Math.floor((8 * MIB - TASKS * 2 * 1024) / (OUTPUT_BYTES + 2 * 1024)));
  expect(shown.length + omitted.length).toBe(TASKS);
  expect(items.slice(0, shown.length)).toEqual(shown);
  const [first] = omitted;
  expect(first?.output_omitted?.size).toBeGreaterThanOrEqual(OUTPUT_BYTES);
  const whole = await attacker.get(first?.output_omitted?.url.replace('/api/v1', '') ?? '');
  expect(whole.body.data['output']).toMatchObject({ depersonalize: { text: TEXT } });
});

test('a small task of another account completes under a load of listings', async () => {
  // Half of them with outputs: 48 of the 64 MiB of unread answers that an account may have.
  const listings = Array.from({ length: 12 }, (_, index) =>
    attacker.get(`/tasks?limit=100${index % 2 === 0 ? '&include=output' : ''}`),
  );
  const { id } = await other.create('/pii', { input: 'Иван Петров' });

  expect((await system.ended(id)).status).toBe('completed');
  expect((await Promise.all(listings)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(itemsOf(await other.get('/tasks')).map((item) => item.id)).toEqual([id]);
});

test('a listing reads little from the database', async () => {
  const page = await system.stores.tasks.list(
    { account_id: attacker.identity.accountId },
    { limit: 100, offset: 0 },
  );
  expect(Buffer.byteLength(JSON.stringify(page.items))).toBeLessThan(TASKS * 2 * 1024);
  expect(page.items[0]?.output_bytes).toBeGreaterThanOrEqual(OUTPUT_BYTES);
});
