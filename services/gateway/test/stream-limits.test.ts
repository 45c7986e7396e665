import { connect, type Socket } from 'node:net';
import { signalTopics } from '@medley/contracts';
import { endTask } from './end-task';
import { openEventStream } from './open-event-stream';
import { startTestGateway, type TestGateway } from './start-test-gateway';
import { tellEvent } from './tell-event';
import type { TestClient } from './test-client';
import { until } from '../../../tests/support/until';

const limits = { pingMs: 100, stalledMs: 300, bufferedBytesMax: 64 * 1024, lifeMs: 60_000 };
let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway({ dependencies: () => ({ streamLimits: limits }) });
}, 60_000);
beforeEach(async () => {
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

/** A stream as bytes; the reader does nothing until told to. */
function openRaw(
  id: string,
  at = gateway.url,
): { socket: Socket; heard: () => string; isCut: () => boolean } {
  const { hostname, port } = new URL(at);
  let heard = '';
  let isCut = false;
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      `GET /api/v1/tasks/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.identity.key}\r\n\r\n`,
    ),
  );
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.on('error', () => undefined).on('close', () => (isCut = true));
  return { socket, heard: () => heard, isCut: () => isCut };
}

test('a quiet stream is pinged, and ends when it has lasted long enough', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  limits.lifeMs = 1_000;
  const { socket, heard } = openRaw(id, await gateway.beside());
  await until(() => heard().includes(': the stream has lasted long enough\n\n'));
  expect(heard().match(/^: ping$/gm)?.length).toBeGreaterThanOrEqual(3);
  socket.destroy();
});

test('the largest snapshot reaches a reader who reads', async () => {
  const text = '😀'.repeat(100_000);
  const { id } = await client.create('/pii', { input: text });
  const stream = await openEventStream(client, id);
  expect((await stream.next()).data['task']).toMatchObject({ input: { text } });
  stream.close();
});

test('a reader who stops reading is cut, also when the last is said, and nobody else notices', async () => {
  const large = { input: '😀'.repeat(100_000), prompt: 'ф'.repeat(10_000) };
  const [open, over] = [await client.create('/llm', large), await client.create('/llm', large)];
  await endTask(gateway.stores, over.id, {
    steps: { llm: { output: { inline: JSON.stringify({ text: 'я'.repeat(3_000_000) }) } } },
  });
  const stalled = [open, over].map(({ id }) => openRaw(id));
  stalled.forEach(({ socket }) => socket.pause());
  const reader = await openEventStream(client, open.id);
  const reading = (async () => {
    while ((await reader.next()).event !== 'step.started');
  })();

  // Events without a pause, until what the kernel takes for a sleeping reader is full.
  const flood = setInterval(() => {
    for (let index = 0; index < 50; index += 1) {
      const step_id = `${'s'.repeat(2_000)}${performance.now()}`;
      const progress = { task_id: open.id, step_id, attempt: 1, progress: 0.5 };
      gateway.broker.signal('step.progress', signalTopics.taskEvent(open.id, 'step.progress'), progress);
    }
  }, 10);
  try {
    // A sleeping reader hears of the cut when it says something.
    const areCut = (): boolean => stalled.every(({ socket, isCut }) => isCut() || !socket.write('\r\n'));
    await until(() => areCut() && stalled.every(({ isCut }) => isCut()), { timeoutMs: 15_000 });
  } finally {
    clearInterval(flood);
    stalled.forEach(({ socket }) => socket.destroy());
  }
  await tellEvent(gateway, open.id, 'step.started');
  await reading;
  reader.close();
}, 30_000);
