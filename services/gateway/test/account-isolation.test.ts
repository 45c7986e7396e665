import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let owner: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await gateway.newClient();
  stranger = await gateway.newClient();
}, 60_000);
afterAll(() => gateway.stop());

const NOBODYS = '11111111-1111-4111-8111-111111111111';

test('a task of another account gets the response of a missing one', async () => {
  const { id } = await owner.create('/pii', { input: 'secret', webhook_url: 'https://example.com/hook' });
  await endTask(gateway.stores, id);
  const guards: [string, (id: string) => string][] = [
    ['GET', (task) => `/tasks/${task}`],
    ['GET', (task) => `/tasks/${task}/events`],
    ['GET', (task) => `/tasks/${task}/webhooks`],
    ['GET', (task) => `/tasks/${task}/transcript`],
    ['POST', (task) => `/tasks/${task}/cancel`],
    ['POST', (task) => `/tasks/${task}/webhooks/${NOBODYS}/redeliver`],
    ['DELETE', (task) => `/tasks/${task}`],
  ];
  for (const [method, path] of guards) {
    const theirs = await stranger.send(method, path(id));
    const nobodys = await stranger.send(method, path(NOBODYS));
    expect([method, theirs.status, theirs.text]).toEqual([method, 404, nobodys.text]);
    expect(theirs.body.error.code).toBe('TASK_NOT_FOUND');
  }
  const restore = await stranger.post('/pii/restore', { task_id: id, input: 'x' });
  expect(restore.body.error.code).toBe('TASK_NOT_FOUND');
  expect((await owner.get(`/tasks/${id}`)).body.data['expired']).toBe(false);
});

test('a template of another account gets the response of a missing one', async () => {
  const body = { name: 'mine', steps: [{ name: 'depersonalize' }] };
  const id = String((await owner.post('/pipelines', body)).body.data['id']);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const options = method === 'PUT' ? { body } : {};
    const theirs = await stranger.send(method, `/pipelines/${id}`, options);
    const nobodys = await stranger.send(method, `/pipelines/${NOBODYS}`, options);
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
  }
  const use = await stranger.post('/tasks', { input: 'x', pipeline_id: id });
  expect([use.status, use.body.error.code]).toEqual([404, 'NOT_FOUND']);
  expect((await owner.post('/tasks', { input: 'x', pipeline_id: id })).status).toBe(201);
});

test('listings contain only resources of the account', async () => {
  await owner.create('/pii', { input: 'secret' });
  const tasks = (await stranger.get('/tasks')).body.data as { items: unknown[] };
  const pipelines = (await stranger.get('/pipelines')).body.data as { items: { is_default: boolean }[] };
  expect(tasks.items).toEqual([]);
  expect(pipelines.items.every((pipeline) => pipeline.is_default)).toBe(true);
});
