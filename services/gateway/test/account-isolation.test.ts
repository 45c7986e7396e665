import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let owner: TestClient;
let otherClient: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await gateway.newClient();
  otherClient = await gateway.newClient();
});
afterAll(() => gateway.stop());

const MISSING_ID = '11111111-1111-4111-8111-111111111111';

test('a task of another account gets the response of a missing one', async () => {
  const { id } = await owner.create('/pii', { input: 'secret', webhook_url: 'https://example.com/hook' });
  await endTask(gateway.stores, id);
  const guards: [string, (id: string) => string][] = [
    ['GET', (task) => `/tasks/${task}`],
    ['GET', (task) => `/tasks/${task}/events`],
    ['GET', (task) => `/tasks/${task}/webhooks`],
    ['GET', (task) => `/tasks/${task}/transcript`],
    ['POST', (task) => `/tasks/${task}/cancel`],
    ['POST', (task) => `/tasks/${task}/webhooks/${MISSING_ID}/redeliver`],
    ['DELETE', (task) => `/tasks/${task}`],
  ];
  for (const [method, path] of guards) {
    const foreign = await otherClient.send(method, path(id));
    const missing = await otherClient.send(method, path(MISSING_ID));
    expect([method, foreign.status, foreign.text]).toEqual([method, 404, missing.text]);
    expect(foreign.body.error.code).toBe('TASK_NOT_FOUND');
  }
  const restore = await otherClient.post('/pii/restore', { task_id: id, input: 'x' });
  expect(restore.body.error.code).toBe('TASK_NOT_FOUND');
  expect((await owner.get(`/tasks/${id}`)).body.data['expired']).toBe(false);
});

test('a template of another account gets the response of a missing one', async () => {
  const body = { name: 'mine', steps: [{ name: 'depersonalize' }] };
  const id = String((await owner.post('/pipelines', body)).body.data['id']);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const options = method === 'PUT' ? { body } : {};
    const foreign = await otherClient.send(method, `/pipelines/${id}`, options);
    const missing = await otherClient.send(method, `/pipelines/${MISSING_ID}`, options);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  }
  const use = await otherClient.post('/tasks', { input: 'x', pipeline_id: id });
  expect([use.status, use.body.error.code]).toEqual([404, 'NOT_FOUND']);
  expect((await owner.post('/tasks', { input: 'x', pipeline_id: id })).status).toBe(201);
});

test('listings contain only resources of the account', async () => {
  await owner.create('/pii', { input: 'secret' });
  const tasks = (await otherClient.get('/tasks')).body.data as { items: unknown[] };
  const pipelines = (await otherClient.get('/pipelines')).body.data as { items: { is_default: boolean }[] };
  expect(tasks.items).toEqual([]);
  expect(pipelines.items.every((pipeline) => pipeline.is_default)).toBe(true);
});
