import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeWav } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

describe('attempts on the embedded broker', () => attempts({}));
describeWithAmqp('attempts on RabbitMQ', () => attempts({ AMQP_URL: amqpUrl }));

function attempts(env: Record<string, string>): void {
  let medley: AllInOne;
  let source: Server;
  let failuresLeft = 0;

  beforeAll(async () => {
    source = createServer((_request, response) => {
      if (failuresLeft > 0) {
        failuresLeft -= 1;
        response.writeHead(503).end();
      } else response.writeHead(200).end(makeWav(1));
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    medley = await startAllInOne({ STEP_RETRY_DELAYS_S: '0.05,0.05', ...env });
  });
  afterAll(async () => {
    await medley.stop();
    source.close();
  });

  const url = (): string => `http://127.0.0.1:${(source.address() as AddressInfo).port}/a.wav`;
  const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;

  test('of a step are all listed with their times, worker and error', async () => {
    failuresLeft = 1;
    const body = { url: url(), steps: [{ name: 'fetch' }, { name: 'transcode' }] };
    const task = await medley.api.ended((await medley.api.create('/tasks', body)).id);
    const [fetch, transcode] = task.steps;
    const worker = expect.stringMatching(/^[\w-]+$/) as string;
    const ended = { queued_at: time, started_at: time, completed_at: time, worker };
    expect(fetch).toMatchObject({
      status: 'completed',
      error: null,
      attempt: 2,
      queued_at: time,
      usage: {},
      cost: 0.1,
      attempts: [
        { attempt: 1, ...ended, error: expect.stringMatching(/^SOURCE_UNAVAILABLE: /) as string },
        { attempt: 2, ...ended, error: null },
      ],
    });
    expect(transcode?.attempts).toEqual([{ attempt: 1, ...ended, error: null }]);
    expect(transcode?.usage).toEqual({ media_seconds: expect.any(Number) as number });
    const costs = task.steps.map(({ cost }) => cost ?? NaN);
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(task.cost.charged, 4);
    const { body: listing } = await medley.api.call('GET', '/tasks?limit=1');
    expect((listing.data as { items: { steps: object[] }[] }).items[0]?.steps).toEqual(task.steps);
  });

  test('of a step that failed for good end with its error, and those after it have none', async () => {
    failuresLeft = 3;
    const body = { url: url(), steps: [{ name: 'fetch' }, { name: 'transcode' }] };
    const task = await medley.api.ended((await medley.api.create('/tasks', body)).id);
    const [fetch, transcode] = task.steps;
    expect(fetch?.attempts.map(({ attempt, error }) => [attempt, error])).toEqual(
      [1, 2, 3].map((attempt) => [attempt, fetch?.error]),
    );
    expect(fetch?.cost).toBeNull();
    expect(transcode).toMatchObject({ status: 'skipped', queued_at: null, usage: null, attempts: [] });
  });
}
