import { openEventStream } from './open-event-stream';
import { startTestGateway } from './start-test-gateway';
import { until } from '../../../tests/support/until';

test('a gateway that stops answers what it has taken, ends its streams and refuses the rest', async () => {
  const gateway = await startTestGateway();
  const client = await gateway.newClient();
  const { id } = await client.create('/pii', { input: 'x' });
  const stream = await openEventStream(client, id);
  await stream.next();
  const waiting = client.post('/pii', { input: 'x' }, { Prefer: 'wait=60' });
  await until(async () => {
    const { pagination } = (await client.get('/tasks')).body.data as { pagination: { total: number } };
    return pagination.total === 2;
  });

  const started = performance.now();
  await Promise.all([gateway.stop(), waiting]);

  expect(performance.now() - started).toBeLessThan(8_000);
  const { status, body } = await waiting;
  expect([status, body.data['status']]).toEqual([201, 'pending']);
  expect((await stream.rest()).map(({ event }) => event)).toEqual(['task.snapshot']);
  await expect(client.get('/balance')).rejects.toThrow('fetch failed');
}, 60_000);
