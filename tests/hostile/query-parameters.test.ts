import { summarize, type TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const PARAMETERS_MAX = 50;
/** As many parameters as fit into the head of a request. */
const FLOOD = 'a&'.repeat(7_900);

let system: TestSystem;
let attacker: TestClient;
let neighbour: TestClient;

beforeAll(async () => {
  system = await startTestSystem();
  attacker = await system.newClient({ tariff: 'free' });
  neighbour = await system.newClient();
});
afterAll(() => system.stop());

test('a query of thousands of parameters is refused before the key is checked', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => attacker.get(`/balance?${FLOOD}`)));
  const summaries = answers.map((answer) => `${summarize(answer)} ${answer.headers.get('ratelimit')}`);
  expect(new Set(summaries)).toEqual(new Set(['400 VALIDATION_ERROR query null']));
  // None of the 60 requests a minute was consumed.
  expect((await attacker.get('/balance')).headers.get('ratelimit')).toContain('r=59');
  const task = await neighbour.create('/pii', { input: 'Иван' });
  expect((await system.ended(task.id)).status).toBe('completed');
});

test.each(['/health', '/metrics', '/docs', '/openapi.json', '/docs/page.js', '/files/a/b/c', '/nothing'])(
  '%s refuses it, too',
  async (path) => {
    const answer = await fetch(`${attacker.url}${path}?${FLOOD}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'VALIDATION_ERROR' }, errors: [{ field: 'query' }] },
    ]);
  },
);

test('50 parameters are accepted, 51 are refused', async () => {
  const query = (count: number): string =>
    Array.from({ length: count }, (_, index) => `x${index}=1`).join('&');
  expect((await neighbour.get(`/balance?${query(PARAMETERS_MAX)}`)).status).toBe(200);
  expect((await neighbour.get(`/balance?${query(PARAMETERS_MAX + 1)}`)).status).toBe(400);
});
