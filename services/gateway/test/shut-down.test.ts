import { openEventStream } from './open-event-stream';
import { startTestGateway } from '@medley/testing/gateway';
import { until, withFrozenTimers } from '@medley/testing';

test('a gateway that stops completes the requests in progress, ends its streams and refuses new connections', () =>
  withFrozenTimers(async (timers) => {
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

    let isStopped = false;
    const stopping = gateway.stop().then(() => (isStopped = true));

    // The clock is frozen, so nothing has waited for a timeout.
    const { status, body } = await waiting;
    expect([status, body.data['status']]).toEqual([201, 'pending']);
    expect((await stream.rest()).map(({ event }) => event)).toEqual(['task.snapshot']);
    // A periodic check closes the connections that are idle now.
    await until(async () => {
      await timers.advance(50);
      return isStopped;
    });
    await stopping;
    await expect(client.get('/balance')).rejects.toThrow('fetch failed');
  }));
