import { startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

test('20 unknown keys a minute are accepted from an address, then 429; valid keys still work', async () => {
  const client = await gateway.newClient();
  const guesser = new TestClient(gateway.url, { ...client.identity, key: 'sk-guess' });
  for (let guess = 1; guess <= 20; guess += 1) {
    expect(summarize(await guesser.get('/balance'))).toBe('401 INVALID_API_KEY');
  }
  const stopped = await guesser.get('/balance');
  expect(summarize(stopped)).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await client.get('/balance')).status).toBe(200);
});
