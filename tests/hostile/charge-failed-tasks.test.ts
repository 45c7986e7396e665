import type { PublicTask } from '@medley/task-view';
import type { TestClient } from '@medley/testing/gateway';
import { neverRespond, startStubUpstream, respondStatus, type StubUpstream, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

/** 500 units and 200 for each 1,000 characters begun. */
const TEXT = 'Позвоните Ивану Петрову.';
const PRICE_OF_DEPERSONALIZE = 0.0505;

let system: TestSystem;
let upstream: StubUpstream;
let attacker: TestClient;

beforeAll(async () => {
  upstream = await startStubUpstream();
  system = await startTestSystem({ env: { LLM_BASE_URL: upstream.url } });
});
afterAll(async () => {
  await system.stop();
  await upstream.close();
});
beforeEach(async () => {
  attacker = await system.newClient({ credits: 10 });
});

/** A graph whose last step always fails or never ends. */
const graph = {
  input: TEXT,
  steps: [{ name: 'depersonalize' }, { name: 'llm', options: { prompt: 'Repeat the text.' } }],
};

async function shown(id: string): Promise<PublicTask> {
  return (await attacker.get(`/tasks/${id}`)).body.data as unknown as PublicTask;
}

async function expectPaid(id: string, code: string): Promise<void> {
  await system.ended(id);
  const task = await shown(id);
  expect(task.error_details).toMatchObject({ code, charged: PRICE_OF_DEPERSONALIZE });
  expect(task.cost.charged).toBe(PRICE_OF_DEPERSONALIZE);
  expect(task.output).toMatchObject({ depersonalize: { text: 'Позвоните [PERSON].' } });
  const account = await system.stores.accounts.find(attacker.identity.accountId);
  expect([account?.balance, account?.reserved, account?.charged]).toEqual([100_000 - 505, 0, 505]);
}

test('completed steps are charged when a later step fails', async () => {
  upstream.respond(respondStatus(400));
  const { id } = await attacker.create('/tasks', graph);
  await expectPaid(id, 'UPSTREAM_REFUSED');
});

test('completed steps are charged when the task is canceled before its last step', async () => {
  upstream.respond(neverRespond);
  const { id } = await attacker.create('/tasks', graph);
  await until(async () => (await shown(id)).steps[0]?.status === 'completed');
  expect((await attacker.post(`/tasks/${id}/cancel`)).status).toBe(202);
  await expectPaid(id, 'CANCELED');
});

test('completed steps are charged when the task is deleted before its last step', async () => {
  upstream.respond(neverRespond);
  const { id } = await attacker.create('/tasks', graph);
  await until(async () => (await shown(id)).steps[0]?.status === 'completed');
  await attacker.send('DELETE', `/tasks/${id}`);
  const { cost } = await system.ended(id);
  expect(cost.charged).toBe(505);
});
