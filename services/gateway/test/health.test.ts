import request from 'supertest';
import { startTestGateway, type TestGateway } from '@medley/testing/gateway';

/** A loopback address in a form that is not recognized as loopback. */
const EXPOSED = '127.1';

let gateway: TestGateway;
let exposed: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  exposed = await startTestGateway({
    host: EXPOSED,
    health: (health) => health.warn('ffmpeg', 'the bundled ffmpeg of 2018 is used'),
  });
});
afterAll(async () => {
  await gateway.stop();
  await exposed.stop();
});

test('health responds without a key while all dependencies respond', async () => {
  await request(gateway.url)
    .get('/health')
    .expect(200)
    .expect('Content-Type', /json/)
    .expect({ ok: true, status: 'ok', reasons: {}, warnings: {} });
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

test.each(['/health', '/metrics'])('%s contains no secrets and no addresses', async (path) => {
  const { text } = await request(gateway.url).get(path);
  expect(text).not.toMatch(/mongodb:|amqp:|sk-|whsec_/);
});

describe('on an API port that is not bound to loopback', () => {
  test('health shows only that the service is healthy', async () => {
    await request(exposed.url).get('/health').expect(200).expect({ ok: true });
  });

  test('health shows only that the service is unhealthy, without reasons', async () => {
    const down = await startTestGateway({
      host: EXPOSED,
      health: (health) => health.register('database', () => 'mongo-1.internal:27017 does not answer'),
    });
    try {
      await request(down.url).get('/health').expect(503).expect({ ok: false });
    } finally {
      await down.stop();
    }
  });

  test('metrics are neither served nor documented', async () => {
    await request(exposed.url).get('/metrics').expect(404);
    const { body } = await request(exposed.url).get('/openapi.json').expect(200);
    const paths = Object.keys((body as { paths: object }).paths);
    expect(paths).toContain('/health');
    expect(paths).not.toContain('/metrics');
  });
});
