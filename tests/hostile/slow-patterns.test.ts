import { busiestTurn, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const STEPS = 20;
const PATTERNS = 20;
/** More than an account may have published at once: the others await its turn, behind the task of the other account. */
const TASKS = 12;

let system: TestSystem;
let attacker: TestClient;
let other: TestClient;

beforeAll(async () => {
  system = await startTestSystem();
  [attacker, other] = await Promise.all([system.newClient(), system.newClient()]);
});
afterAll(() => system.stop());

/** As much as a pattern may compile to. */
const large = (seed: number): string => `(?i)${seed}(?:[а-яё\\pL\\d_-]{0,31}x){31}(?:[^\\pN]{0,31}y){31}`;
/** A pass over the text for each place that could begin a match. */
const slow = '(?:a?){800}a{800}';
const hostile = 'a'.repeat(100_000);

const patterns = Array.from({ length: PATTERNS }, (_, i) => ({ type: 'CUSTOM_X', regex: large(i) }));
const pipeline = {
  name: 'large',
  steps: Array.from({ length: STEPS }, (_, i) => ({
    ...{ id: `s${i}`, name: 'depersonalize', depends_on: [] },
    options: { patterns },
  })),
};
const mine = { input: 'Project Alpha, AB-123456', patterns: [{ type: 'CUSTOM_T', regex: '[A-Z]{2}-\\d+' }] };

test('many large patterns in a request are compiled without blocking the gateway', async () => {
  const work = async (): Promise<void> => {
    expect((await attacker.post('/pipelines', pipeline)).status).toBe(201);
  };
  expect(await busiestTurn(work, 60)).toBeLessThan(150);
});

test('slow patterns of one account fail its tasks and do not keep those of another', async () => {
  const made = await Promise.all(
    Array.from({ length: TASKS }, () =>
      attacker.create('/pii', { input: hostile, patterns: [{ type: 'CUSTOM_X', regex: slow }] }),
    ),
  );
  const task = await other.create('/pii', mine);
  const endOf = async (client: TestClient, id: string): Promise<{ status: string; at: number }> => {
    await until(async () => (await client.get(`/tasks/${id}`)).body.data['status'] !== 'pending');
    const { status, completed_at: at } = (await client.get(`/tasks/${id}`)).body.data as never;
    return { status, at: Date.parse(at) };
  };
  const slowEnds = await Promise.all(made.map(({ id }) => endOf(attacker, id)));
  expect(slowEnds.map(({ status }) => status)).toEqual(made.map(() => 'failed'));
  const own = await endOf(other, task.id);
  expect(own.status).toBe('completed');
  // By the times of the service: a busy test may look when all have ended.
  expect(own.at).toBeLessThan(Math.max(...slowEnds.map(({ at }) => at)));
  const { data } = (await attacker.get(`/tasks/${made[0]?.id}`)).body;
  expect(data['error']).toMatch(/^OPTIONS_INVALID: patterns\[0\] took longer/);
});
