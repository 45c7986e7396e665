import { signalTopics } from '@medley/contracts';
import {
  endTask,
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';
import { openEventStream } from './open-event-stream';
import { publishEvent } from './publish-event';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(async () => {
  client = await gateway.newClient({ tariff: 'free' });
});
afterAll(() => gateway.stop());

test('a stream begins with a snapshot, sends the events in order, and ends with the task', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const stream = await openEventStream(client, id);
  await stream.next();
  await publishEvent(gateway, id, 'step.started');
  gateway.broker.signal('step.progress', signalTopics.taskEvent(id, 'step.progress'), {
    task_id: id,
    step_id: 'depersonalize',
    attempt: 1,
    progress: 0.5,
  });
  await publishEvent(gateway, id, 'step.completed');
  await endTask(gateway.stores, id);
  const events = await stream.rest();

  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const names = events.map(({ event }) => event).filter((event) => event !== 'step.progress');
  expect(names).toEqual(['task.snapshot', 'step.started', 'step.completed', 'task.completed']);
  const ids = events.map((event) => event.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(ids).size).toBe(ids.length);
  expect(events[0]?.data).toMatchObject({ task_id: id, status: 'pending', timestamp: expect.any(String) });
  expect(events.at(-1)?.data).toMatchObject({ task: { id, status: 'completed' } });
});

test('progress of a step is not sent before its start', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const stream = await openEventStream(client, id);
  await stream.next();
  const report = (progress: number): void =>
    gateway.broker.signal('step.progress', signalTopics.taskEvent(id, 'step.progress'), {
      ...{ task_id: id, step_id: 'depersonalize', attempt: 1, progress },
    });
  report(0.1);
  await publishEvent(gateway, id, 'step.started');
  const reporting = setInterval(() => report(0.2), 20);
  const events = [await stream.next(), await stream.next()];
  clearInterval(reporting);
  stream.close();
  expect(events.map(({ event, data }) => [event, (data as { progress?: number }).progress])).toEqual([
    ['step.started', undefined],
    ['step.progress', 0.2],
  ]);
});

test('a resumed stream repeats no event and misses none', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const first = await openEventStream(client, id);
  await first.next();
  await publishEvent(gateway, id, 'step.started');
  const seen = await first.next();
  first.close();
  await publishEvent(gateway, id, 'step.completed');
  await endTask(gateway.stores, id);

  const again = await openEventStream(client, id, String(seen.id));
  expect((await again.rest()).map(({ event }) => event)).toEqual(['step.completed', 'task.completed']);
});

test('the stream of an ended task is the snapshot and the final event', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  await endTask(gateway.stores, id, { status: 'failed' });
  const events = await (await openEventStream(client, id)).rest();
  expect(events.map(({ event }) => event)).toEqual(['task.snapshot', 'task.failed']);
  expect(events[1]?.data).toMatchObject({ task: { status: 'failed', error: 'SOURCE_REFUSED: no' } });
});

test.each(['x', '1'.repeat(10_000), '-5'])('an unknown Last-Event-ID is ignored', async (last) => {
  const { id } = await client.create('/pii', { input: 'x' });
  const stream = await openEventStream(client, id, last);
  expect((await stream.next()).event).toBe('task.snapshot');
  stream.close();
});

test('the open streams of a key are limited by its tariff', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const streams = await Promise.all(Array.from({ length: 5 }, () => openEventStream(client, id)));
  await Promise.all(streams.map((stream) => stream.next()));
  const sixth = await client.get(`/tasks/${id}/events`);
  expect(summarize(sixth)).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(sixth.headers.get('retry-after')).toMatch(/^\d+$/);
  streams.forEach((stream) => stream.close());
});

test('HEAD of a stream returns only its headers', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const answer = await client.send('HEAD', `/tasks/${id}/events`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
});
