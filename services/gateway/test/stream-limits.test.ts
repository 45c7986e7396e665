import { connect, type Socket } from 'node:net';
import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { openEventStream } from './open-event-stream';
import { publishEvent } from './publish-event';
import { until, withFrozenTimers } from '@medley/testing';

const limits = { pingMs: 100, stalledMs: 300, bufferedBytesMax: 64 * 1024, lifeMs: 60_000 };
let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway({ dependencies: () => ({ streamLimits: limits }) });
});
beforeEach(async () => {
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

/** An event stream as raw bytes; it is paused until the test resumes it. */
function openRaw(
  id: string,
  at = gateway.url,
): { socket: Socket; received: () => string; isCut: () => boolean } {
  const { hostname, port } = new URL(at);
  let received = '';
  let isCut = false;
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      `GET /api/v1/tasks/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.identity.key}\r\n\r\n`,
    ),
  );
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined).on('close', () => (isCut = true));
  return { socket, received: () => received, isCut: () => isCut };
}

test('an idle stream is pinged, and ends at its maximum duration', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  await withFrozenTimers(async (timers) => {
    limits.lifeMs = 1_050;
    const { socket, received } = openRaw(id, await gateway.startAnother());
    await until(() => received().includes('task.snapshot'));
    await timers.advance(1_049);
    await until(() => received().match(/^: ping$/gm)?.length === 10);
    expect(received()).not.toContain('the stream has lasted long enough');
    await timers.advance(1);
    await until(() => received().includes(': the stream has lasted long enough\n\n'));
    expect(received().match(/^: ping$/gm)?.length).toBe(10);
    socket.destroy();
  });
});

test('the largest snapshot is sent to a client that reads', async () => {
  const text = '😀'.repeat(100_000);
  const { id } = await client.create('/pii', { input: text });
  const stream = await openEventStream(client, id);
  expect((await stream.next()).data['task']).toMatchObject({ input: { text } });
  stream.close();
});

test('a client that stops reading is disconnected after the final event, without an effect on others', async () => {
  const large = { input: '😀'.repeat(100_000), prompt: 'ф'.repeat(10_000) };
  const [open, over] = [await client.create('/llm', large), await client.create('/llm', large)];
  await endTask(gateway.stores, over.id, {
    steps: { llm: { output: { inline: JSON.stringify({ text: 'я'.repeat(3_000_000) }) } } },
  });
  const stalled = [openRaw(over.id)];
  stalled.forEach(({ socket }) => socket.pause());
  const reader = await openEventStream(client, open.id);
  const reading = (async () => {
    while ((await reader.next()).event !== 'step.started');
  })();

  try {
    // A paused client notices the closed connection when it writes.
    const areCut = (): boolean => stalled.every(({ socket, isCut }) => isCut() || !socket.write('\r\n'));
    await until(() => areCut() && stalled.every(({ isCut }) => isCut()));
  } finally {
    stalled.forEach(({ socket }) => socket.destroy());
  }
  await publishEvent(gateway, open.id, 'step.started');
  await reading;
  reader.close();
});
