import type { DurableEventType } from '@medley/contracts';
import { endTask, startTestGateway, TestClient, type TestGateway } from '@medley/testing/gateway';
import { openEventStream } from './open-event-stream';
import { publishEvent } from './publish-event';

const eventTypes: readonly DurableEventType[] = [
  'step.started',
  'step.retrying',
  'step.started',
  'step.completed',
  'step.queued',
  'step.started',
  'step.failed',
];
let gateway: TestGateway;
let client: TestClient;
/** A client of the same account at each of two gateways. */
let clients: readonly [TestClient, TestClient];

beforeAll(async () => {
  gateway = await startTestGateway({ dependencies: () => ({ streamLimits: { pingMs: 100 } }) });
  const beside = await gateway.startAnother();
  client = await gateway.newClient();
  clients = [client, new TestClient(beside, client.identity)];
});
afterAll(() => gateway.stop());

test('a client that reconnects to the other gateway after every event receives each once, in order', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const received: { event: string; id: number }[] = [];
  const listen = async (turn: number): Promise<void> => {
    const last = received.at(-1)?.id;
    const stream = await openEventStream(clients[turn % 2] ?? client, id, last?.toString());
    const { event, id: at } = await stream.next();
    received.push({ event, id: at });
    stream.close();
  };
  await listen(0);
  for (const [turn, type] of eventTypes.entries()) {
    // Every other event happens while no client is connected.
    const listening = turn % 2 === 0 ? null : listen(turn + 1);
    await publishEvent(gateway, id, type);
    await (listening ?? listen(turn + 1));
  }
  await endTask(gateway.stores, id);
  await listen(eventTypes.length + 1);

  expect(received.map(({ event }) => event)).toEqual(['task.snapshot', ...eventTypes, 'task.completed']);
  expect(received.every(({ id: at }, index) => index === 0 || at > (received[index - 1]?.id ?? 0))).toBe(
    true,
  );
});

test('clients of both gateways receive the same events', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const streams = await Promise.all(clients.map((one) => openEventStream(one, id)));
  await Promise.all(streams.map((stream) => stream.next()));
  for (const type of eventTypes) await publishEvent(gateway, id, type);
  await endTask(gateway.stores, id, { status: 'failed' });

  const received = await Promise.all(streams.map((stream) => stream.rest()));
  const [here, there] = received.map((events) => events.map((event) => [event.event, event.id]));
  expect(here).toEqual(there);
  expect(here?.slice(1).map(([event]) => event)).toEqual([...eventTypes, 'task.failed']);
});

test('a late stream begins with the current task, and one resumed after the final event is empty', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  for (const type of eventTypes) await publishEvent(gateway, id, type);
  await endTask(gateway.stores, id);
  const late = await (await openEventStream(client, id)).rest();
  expect(late.map(({ event }) => event)).toEqual(['task.snapshot', 'task.completed']);
  expect(late[0]?.data['task']).toMatchObject({ id, status: 'completed' });

  const ends = await Promise.all(
    late.map(async (event) => (await openEventStream(clients[1], id, String(event.id))).rest()),
  );
  expect(ends.map((events) => events.map(({ event }) => event))).toEqual([['task.completed'], []]);
});

test('a stream ignores Range', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  await endTask(gateway.stores, id);
  const answer = await client.get(`/tasks/${id}/events`, { Range: 'bytes=5-9' });
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(/^event: task\.snapshot\n/);
});

test('a stream ends soon after its key is deactivated', async () => {
  const revoked = await gateway.newClient();
  const { id } = await revoked.create('/pii', { input: 'x' });
  const stream = await openEventStream(revoked, id);
  await stream.next();
  await gateway.stores.keys.deactivate(revoked.identity.keyId);
  expect((await stream.rest()).map(({ event }) => event)).toEqual(['task.snapshot']);
});

test('a gateway that stops sends its clients the reconnection delay', async () => {
  const brief = await startTestGateway();
  const guest = await brief.newClient();
  const { id } = await guest.create('/pii', { input: 'x' });
  const headers = { Authorization: `Bearer ${guest.identity.key}` };
  const opened = await fetch(`${guest.url}/api/v1/tasks/${id}/events`, { headers });
  const beside = await openEventStream(guest, id);
  await beside.next();
  await brief.stop();
  const text = await opened.text();
  expect(text).toMatch(/\nretry: [1-5]\d{3}\n: the gateway is stopping\n\n$/);
});
