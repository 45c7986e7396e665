import { startTestGateway, summarize, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

test('a task reserves its price', async () => {
  const client = await gateway.newClient({ credits: 1 });
  const task = await client.create('/pii', { input: 'я'.repeat(1_500) });
  // 0.05 and 0.02 per 1,000 characters.
  expect(task.cost).toEqual({ reserved: 0.08, charged: 0 });
  expect((await client.get('/balance')).body.data).toMatchObject({
    balance: 0.92,
    reserved: 0.08,
    charged: 0,
  });
});

test('media of unknown length count as ten minutes', async () => {
  const client = await gateway.newClient({ credits: 10 });
  const task = await client.create('/transcode', { url: 'https://example.com/a' });
  expect(task.cost.reserved).toBe(0.1 + 0.1 + 10 * 0.05);
});

test('a balance equal to the price is enough, one unit less is not', async () => {
  const enough = await gateway.newClient({ credits: 0.0501 });
  expect((await enough.post('/pii', { input: 'x' })).status).toBe(201);
  const less = await gateway.newClient({ credits: 0.05 });
  expect((await less.post('/pii', { input: 'x' })).status).toBe(402);
});

test('too low a balance is 402 and stores nothing', async () => {
  const client = await gateway.newClient({ credits: 0.01 });
  expect(summarize(await client.post('/pii', { input: 'x' }))).toBe('402 INSUFFICIENT_BALANCE');
  expect((await client.get('/tasks')).body.data).toMatchObject({ pagination: { total: 0 } });
  expect((await client.get('/balance')).body.data).toMatchObject({ balance: 0.01, reserved: 0 });
});

test('concurrent creations succeed only as far as the balance lasts', async () => {
  const client = await gateway.newClient({ credits: 0.052 * 5 });
  const input = 'x'.repeat(100);
  const answers = await Promise.all(Array.from({ length: 12 }, () => client.post('/pii', { input })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(7);
  expect((await client.get('/balance')).body.data).toMatchObject({ balance: 0, reserved: 0.26 });
});
