import { createServer, type AddressInfo, type Server } from 'node:net';
import type { TestClient } from '@medley/testing/gateway';
import { makeWav, serveBytes, startReceiver, until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const OK_RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const WEBHOOK_SLOTS = 30;
/** The defaults of the settings. */
const FETCH_SLOTS = 4;
/** More than the slots of the dispatcher, with the tasks of each. */
const HOSTS = 8;
const TASKS_PER_HOST = 5;

let system: TestSystem;
let attacker: TestClient;
let neighbour: TestClient;
const peers: Server[] = [];

beforeAll(async () => {
  system = await startTestSystem({ env: { WEBHOOK_CONCURRENCY: String(WEBHOOK_SLOTS) } });
  [attacker, neighbour] = await Promise.all([system.newClient(), system.newClient()]);
});
afterAll(async () => {
  await system.stop();
  for (const peer of peers) peer.close();
});

/** A peer that answers its requests with these, the last one again and again. */
async function startPeer(answers: string[], onAnswer: (answer: string) => void): Promise<string> {
  let next = 0;
  const peer = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const answer = answers[Math.min(next, answers.length - 1)] ?? '';
      next += 1;
      socket.write(answer, () => onAnswer(answer));
    });
  });
  peers.push(peer);
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
}

/** One task for each of these addresses of receivers. */
async function tellAll(urls: string[]): Promise<void> {
  for (let at = 0; at < urls.length; at += 30) {
    const tasks = urls.slice(at, at + 30).map((webhook_url) => {
      return { input: 'x', steps: [{ name: 'depersonalize' }], webhook_url };
    });
    const { status } = await attacker.post('/tasks/batch', { tasks });
    expect(status).toBe(200);
  }
}

test('webhook receivers that switch protocols do not block deliveries of other accounts', async () => {
  let [well, switched] = [0, 0];
  const count = (answer: string): number => (answer === OK_RESPONSE ? (well += 1) : (switched += 1));
  // Hosts that have responded successfully within a second may use every slot.
  const urls = await Promise.all(
    Array.from({ length: HOSTS }, () => startPeer([OK_RESPONSE, SWITCH], count)),
  );
  await tellAll(urls);
  await until(() => well === HOSTS);
  await tellAll(urls.flatMap((url) => Array.from({ length: TASKS_PER_HOST }, () => url)));
  await until(() => switched >= WEBHOOK_SLOTS);

  const receiver = await startReceiver();
  const { id } = await neighbour.create('/pii', { input: 'x', webhook_url: receiver.url });
  await until(() => receiver.received.length === 1).finally(() => receiver.stop());

  await until(async () => (await system.stores.tasks.find(id))?.delivery?.state === 'delivered');
});

test('the delivery history names the refused protocol switch', async () => {
  const webhook_url = await startPeer([SWITCH], () => undefined);
  const { id } = await attacker.create('/pii', { input: 'x', webhook_url });
  await until(async () => (await system.stores.tasks.find(id))?.delivery?.attempts[0]?.ended_at != null);

  const { body } = await attacker.get(`/tasks/${id}/webhooks`);

  expect(body.data).toMatchObject({
    items: [{ attempts: [{ status_code: null, error: 'protocol switch refused' }] }],
  });
});

test('sources that switch protocols do not block downloads of other accounts', async () => {
  let switched = 0;
  const source = await startPeer([SWITCH], () => (switched += 1));
  const ofAttacker = await Promise.all(
    Array.from({ length: FETCH_SLOTS }, () =>
      attacker.create('/tasks', { url: source, steps: [{ name: 'fetch' }] }),
    ),
  );
  await until(() => switched === FETCH_SLOTS);

  const files = await serveBytes({ '/a.wav': makeWav(1) });
  const { id } = await neighbour.create('/tasks', { url: `${files.url}/a.wav`, steps: [{ name: 'fetch' }] });
  const ended = await system.ended(id).finally(() => files.stop());

  expect(ended.status).toBe('completed');
  for (const one of ofAttacker) expect((await system.ended(one.id)).error?.code).toBe('SOURCE_REFUSED');
});
