import { connect } from 'node:net';
import { signalTopics, type StepDeltaSignal } from '@medley/contracts';
import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { until } from '@medley/testing';
import { openEventStream } from './open-event-stream';
import { publishEvent } from './publish-event';

let gateway: TestGateway;
let client: TestClient;
let id: string;

beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(async () => {
  client = await gateway.newClient();
  ({ id } = await client.create('/pii', { input: 'x' }));
});
afterAll(() => gateway.stop());

function write(delta: Partial<StepDeltaSignal>, topic = signalTopics.taskEvent(id, 'step.delta')): void {
  const ids = { task_id: id, step_id: 'depersonalize', attempt: 1 };
  gateway.broker.signal('step.delta', topic, { ...ids, answer: 1, offset: 0, text: '', ...delta });
}

test('words that come before the start of their attempt is known are sent after it, in one piece', async () => {
  const stream = await openEventStream(client, id);
  await stream.next();
  // A stream that has just begun may not be bound yet.
  const started = publishWhenHeard();
  write({ text: 'При' });
  write({ offset: 3, text: 'вет' });
  write({ offset: 9, text: 'lost before it' });
  await started;
  const events = [await stream.next(), await stream.next()];
  write({ offset: 6, text: '!' });
  events.push(await stream.next());
  stream.close();
  expect(events.map(({ event }) => event)).toEqual(['step.started', 'step.delta', 'step.delta']);
  expect(events.slice(1).map(({ data }) => [data['offset'], data['text']])).toEqual([
    [0, 'Привет'],
    [6, '!'],
  ]);
});

/** The signals of before are delivered first. */
async function publishWhenHeard(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await publishEvent(gateway, id, 'step.started');
}

test('words of an attempt that is not the running one, or of another topic, are not sent', async () => {
  const stream = await openEventStream(client, id);
  await stream.next();
  await publishEvent(gateway, id, 'step.started');
  await stream.next();
  write({ text: 'forged' }, signalTopics.taskEvent(id, 'step.progress'));
  write({ attempt: 2, text: 'early' });
  await publishEvent(gateway, id, 'step.completed');
  await stream.next();
  write({ text: 'late' });
  await endTask(gateway.stores, id);
  const names = (await stream.rest()).map(({ event }) => event);
  expect(names).toEqual(['task.snapshot', 'step.started', 'step.completed', 'task.completed']);
});

test('words are not repeated on resume', async () => {
  const stream = await openEventStream(client, id);
  await stream.next();
  await publishEvent(gateway, id, 'step.started');
  const { rawId } = await stream.next();
  write({ text: 'Привет' });
  expect((await stream.next()).event).toBe('step.delta');
  stream.close();
  await publishEvent(gateway, id, 'step.completed');
  await endTask(gateway.stores, id);
  const again = await openEventStream(client, id, rawId);
  expect((await again.rest()).map(({ event }) => event)).toEqual(['step.completed', 'task.completed']);
});

test('a slow reader loses words, and gets the end', async () => {
  const { hostname, port } = new URL(gateway.url);
  let received = '';
  const socket = connect(Number(port), hostname);
  socket.on('data', (bytes) => (received += bytes.toString()));
  socket.write(
    `GET /api/v1/tasks/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.identity.key}\r\n\r\n`,
  );
  await until(() => received.includes('task.snapshot'));
  await publishEvent(gateway, id, 'step.started');
  await until(() => received.includes('event: step.started'));
  socket.pause();
  // More than sockets and buffers take; a reader beside it tells when all of them were handled.
  const reader = await openEventStream(client, id);
  await reader.next();
  const text = 'x'.repeat(8_000);
  const count = 3_000;
  const reading = (async () => {
    for (;;) if ((await reader.next()).data['text'] === 'last') return;
  })();
  for (let sent = 0; sent < count; sent += 1) {
    write({ offset: sent * text.length, text });
    if (sent % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const telling = setInterval(() => write({ offset: count * text.length, text: 'last' }), 20);
  await reading;
  clearInterval(telling);
  reader.close();
  await publishEvent(gateway, id, 'step.completed');
  await endTask(gateway.stores, id);
  socket.resume();
  await until(() => received.includes('event: task.completed'));
  socket.destroy();
  expect(received.match(/event: step.delta/g)?.length).toBeLessThan(count);
  expect(received).toContain('event: step.completed');
});
