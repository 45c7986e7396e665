import request from 'supertest';
import { startTestGateway, type TestGateway } from './start-test-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
}, 60_000);
afterAll(() => gateway.stop());

test('health answers without a key when everything needed answers', async () => {
  await request(gateway.url)
    .get('/health')
    .expect(200)
    .expect('Content-Type', /json/)
    .expect({ ok: true, reasons: {} });
});

test('metrics are Prometheus text and count by route, never by path', async () => {
  await request(gateway.url).get('/api/v1/tasks/nobody').expect(401);
  const { text } = await request(gateway.url)
    .get('/metrics')
    .expect(200)
    .expect('Content-Type', /text\/plain/);
  expect(text).toContain('medley_gateway_request_seconds_bucket');
  expect(text).not.toContain('nobody');
});

test.each(['/health', '/metrics'])('%s tells no secrets and no addresses', async (path) => {
  const { text } = await request(gateway.url).get(path);
  expect(text).not.toMatch(/mongodb:|amqp:|sk-|whsec_/);
});
