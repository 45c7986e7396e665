import type { DurableEventType } from '@medley/contracts';
import { endTask } from './end-task';
import { openEventStream } from './open-event-stream';
import { startTestGateway, type TestGateway } from './start-test-gateway';
import { tellEvent } from './tell-event';
import { TestClient } from './test-client';

const story: readonly DurableEventType[] = [
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
/** The same client at either of two gateways. */
let clients: readonly [TestClient, TestClient];

beforeAll(async () => {
  gateway = await startTestGateway({ dependencies: () => ({ streamLimits: { pingMs: 100 } }) });
  const beside = await gateway.beside();
  client = await gateway.newClient();
  clients = [client, new TestClient(beside, client.identity)];
}, 60_000);
afterAll(() => gateway.stop());

test('a listener thrown from gateway to gateway after every event hears each once, in order', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const heard: { event: string; id: number }[] = [];
  const listen = async (turn: number): Promise<void> => {
    const last = heard.at(-1)?.id;
    const stream = await openEventStream(clients[turn % 2] ?? client, id, last?.toString());
    const { event, id: at } = await stream.next();
    heard.push({ event, id: at });
    stream.close();
  };
  await listen(0);
  for (const [turn, type] of story.entries()) {
    // Every other event happens while nobody listens.
    const listening = turn % 2 === 0 ? null : listen(turn + 1);
    await tellEvent(gateway, id, type);
    await (listening ?? listen(turn + 1));
  }
  await endTask(gateway.stores, id);
  await listen(story.length + 1);

  expect(heard.map(({ event }) => event)).toEqual(['task.snapshot', ...story, 'task.completed']);
  expect(heard.every(({ id: at }, index) => index === 0 || at > (heard[index - 1]?.id ?? 0))).toBe(true);
});

test('a listener at either gateway hears what the other one does not tell', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const streams = await Promise.all(clients.map((one) => openEventStream(one, id)));
  await Promise.all(streams.map((stream) => stream.next()));
  for (const type of story) await tellEvent(gateway, id, type);
  await endTask(gateway.stores, id, { status: 'failed' });

  const heard = await Promise.all(streams.map((stream) => stream.rest()));
  const [here, there] = heard.map((events) => events.map((event) => [event.event, event.id]));
  expect(here).toEqual(there);
  expect(here?.slice(1).map(([event]) => event)).toEqual([...story, 'task.failed']);
});

test('whoever comes late begins with the task as it is, and whoever has heard the end hears nothing more', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  for (const type of story) await tellEvent(gateway, id, type);
  await endTask(gateway.stores, id);
  const late = await (await openEventStream(client, id)).rest();
  expect(late.map(({ event }) => event)).toEqual(['task.snapshot', 'task.completed']);
  expect(late[0]?.data['task']).toMatchObject({ id, status: 'completed' });

  const ends = await Promise.all(
    late.map(async (event) => (await openEventStream(clients[1], id, String(event.id))).rest()),
  );
  expect(ends.map((events) => events.map(({ event }) => event))).toEqual([['task.completed'], []]);
});

test('a Range is of no interest to a stream', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  await endTask(gateway.stores, id);
  const answer = await client.get(`/tasks/${id}/events`, { Range: 'bytes=5-9' });
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(/^event: task\.snapshot\n/);
});

test('a stream ends soon after its key does', async () => {
  const doomed = await gateway.newClient();
  const { id } = await doomed.create('/pii', { input: 'x' });
  const stream = await openEventStream(doomed, id);
  await stream.next();
  await gateway.stores.keys.deactivate(doomed.identity.keyId);
  expect((await stream.rest()).map(({ event }) => event)).toEqual(['task.snapshot']);
});

test('a gateway that stops tells its listeners when to come back', async () => {
  const brief = await startTestGateway();
  const guest = await brief.newClient();
  const { id } = await guest.create('/pii', { input: 'x' });
  const answer = guest.get(`/tasks/${id}/events`);
  const beside = await openEventStream(guest, id);
  await beside.next();
  await brief.stop();
  const { text } = await answer;
  expect(text).toMatch(/\nretry: [1-5]\d{3}\n: the gateway is stopping\n\n$/);
}, 30_000);
