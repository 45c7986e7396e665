import { toUnits } from '@medley/contracts';
import type { PublicTask } from '@medley/task-view';
import type { TestResponse, TestClient } from '@medley/testing/gateway';
import { type Receiver, startReceiver, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

/** 100,000 characters with personal data. */
const TEXT = `Иван Петров. ${'слово '.repeat(17_000)}`.slice(0, 100_000);
const CREDITS = 100;
/** Maximum bytes of any response about such a task: its input, and outputs of four times that. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;

let system: TestSystem;
let receiver: Receiver;
let attacker: TestClient;
let other: TestClient;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startTestSystem();
});
beforeEach(async () => {
  attacker = await system.newClient({ tariff: 'free', credits: CREDITS });
  other = await system.newClient();
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

/** `restore` steps that each take the texts of all steps before them: every one twice as long as the last. */
function doublingSteps(count: number): object[] {
  const ids = ['d', ...Array.from({ length: count }, (_, index) => `r${index + 1}`)];
  return ids.map((id, index) =>
    index === 0
      ? { id, name: 'depersonalize', depends_on: [], options: { mode: 'reversible' } }
      : { id, name: 'restore', depends_on: ids.slice(0, index) },
  );
}

const attack = (more: object = {}): Promise<PublicTask> =>
  attacker.create('/tasks', { input: TEXT, steps: doublingSteps(14), ...more });

const bytesOf = ({ text }: Pick<TestResponse, 'text'>): number => Buffer.byteLength(text);

test('a graph that doubles its text fails at the first oversized step, before its input is read', async () => {
  const { id } = await attack();
  const task = await system.ended(id);

  expect(task.error).toMatchObject({ code: 'TEXT_TOO_LONG', step: 'r3', retryable: false, attempts: 1 });
  expect(task.steps.map(({ status }) => status)).toEqual([
    ...['completed', 'completed', 'completed', 'failed'],
    ...Array<string>(11).fill('skipped'),
  ]);
  const stored = await system.blobs.stat(`tasks/${id}/r3/1/input.txt`);
  expect(stored).toBeNull();
});

test('its response, listing, event stream and webhook stay small', async () => {
  const { id } = await attack({ webhook_url: receiver.url });
  await system.ended(id);

  for (const path of [`/tasks/${id}`, '/tasks', '/tasks?include=output', `/tasks/${id}/events`]) {
    const answer = await attacker.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(bytesOf(answer)).toBeLessThan(ANSWER_BYTES_MAX);
  }
  await until(() => receiver.received.length > 0);
  expect(receiver.received[0]?.body.length).toBeLessThan(ANSWER_BYTES_MAX);
});

test('it is canceled and deleted like any other', async () => {
  const [canceled, deleted] = [await attack(), await attack()];
  // The task may end before the request; the service must answer in both cases.
  expect([202, 409]).toContain((await attacker.post(`/tasks/${canceled.id}/cancel`)).status);
  expect((await attacker.send('DELETE', `/tasks/${deleted.id}`)).status).toBe(200);
  expect((await system.ended(canceled.id)).status).toBe('failed');
  expect((await system.ended(deleted.id)).purged_at).not.toBeNull();
});

test('a small task of another account completes meanwhile, and the health check answers', async () => {
  const attacks = await Promise.all([attack(), attack(), attack()]);
  const { id } = await other.create('/pii', { input: 'Иван Петров' });
  expect((await system.ended(id)).status).toBe('completed');
  expect((await fetch(`${system.urls[0]}/health`)).status).toBe(200);
  await Promise.all(attacks.map((task) => system.ended(task.id)));
});

test('completed steps are charged by the length of their text', async () => {
  const { id } = await attack();
  const { cost } = await system.ended(id);

  const account = await system.stores.accounts.find(attacker.identity.accountId);
  // 0.05 each; 0.02 for 1,000 characters of depersonalize, 0.01 of restore, whose texts have 100,000 and 200,000.
  expect(cost.charged).toBeGreaterThanOrEqual(toUnits(3 * 0.05 + 100 * 0.02 + 300 * 0.01));
  expect(account?.charged).toBe(cost.charged);
  expect((account?.balance ?? 0) + (account?.reserved ?? 0) + (account?.charged ?? 0)).toBe(toUnits(CREDITS));
});
