import { request, type ClientRequest } from 'node:http';
import { signalTopics, type Task } from '@medley/contracts';
import { until, withFrozenTimers } from '@medley/testing';
import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';
import { formOf, summarizeSpeech, transcribe } from './speech-forms';

let gateway: TestGateway;
let client: TestClient;

beforeEach(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterEach(() => gateway.stop());

const model = 'whisper-1';
const transcript = { text: 'Hi.', language: 'en', duration: 1, segments: [], speakers: [] };
const output = { inline: JSON.stringify(transcript) };

/** Waits until the account has so many tasks, or more; returns their ids. */
async function tasksOf(count: number): Promise<string[]> {
  let ids: string[] = [];
  await until(async () => {
    const { items } = (await client.get('/tasks')).body.data as { items: { id: string }[] };
    ids = items.map(({ id }) => id);
    return ids.length >= count;
  });
  return ids;
}

/** Ends a task as the orchestrator does, and signals it. */
async function end(
  id: string,
  how: Parameters<typeof endTask>[2] = { steps: { transcribe: { output } } },
): Promise<void> {
  const { status, events } = await endTask(gateway.stores, id, how);
  const type = status === 'failed' ? 'task.failed' : 'task.completed';
  const seq = events.at(-1)?.seq ?? 0;
  gateway.broker.signal('task.event', signalTopics.taskEvent(id, type), { task_id: id, seq, type });
}

const find = async (id: string): Promise<Task> => {
  const task = await gateway.stores.tasks.find(id);
  if (!task) throw new Error('the task is gone');
  return task;
};
const uploads = (): Promise<string[]> => gateway.stores.uploads.idsOf(client.identity.accountId, 20);

test('more transcriptions may wait than files may be uploaded at once', async () => {
  const count = 10;
  const answers = Array.from({ length: count }, async (_, index) => {
    if (index >= 5) await tasksOf(5);
    return transcribe(client, formOf({ model }));
  });
  for (const id of await tasksOf(count)) await end(id);
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
  expect(await uploads()).toEqual([]);
});

test('a stream begins before the task has ended, with its id', async () => {
  const headers = { Authorization: `Bearer ${client.identity.key}` };
  const body = formOf({ model, stream: 'true' });
  const response = await fetch(`${client.url}/v1/audio/transcriptions`, { method: 'POST', headers, body });
  const [id = ''] = await tasksOf(1);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('x-medley-task-id')).toBe(id);
  await end(id);
  expect(await response.text()).toBe(
    'event: transcript.text.delta\ndata: {"type":"transcript.text.delta","delta":"Hi."}\n\n' +
      'event: transcript.text.done\ndata: {"type":"transcript.text.done","text":"Hi."}\n\ndata: [DONE]\n\n',
  );
});

test('a stream is kept open by a comment every 15 s', async () => {
  await withFrozenTimers(async (timers) => {
    const frozen = await startTestGateway();
    const { identity } = await frozen.newClient();
    const headers = { Authorization: `Bearer ${identity.key}` };
    const body = formOf({ model, stream: 'true' });
    const response = await fetch(`${frozen.url}/v1/audio/transcriptions`, { method: 'POST', headers, body });
    const reader = response.body?.getReader();
    let first = '';
    void reader?.read().then(({ value }) => (first = Buffer.from(value ?? []).toString()));
    await until(async () => {
      await timers.advance(100);
      return first !== '';
    });
    expect(first).toBe(': ping\n\n');
    await reader?.cancel();
    await frozen.stop();
  });
});

test.each([
  ['MEDIA_DAMAGED', '400 invalid_request_error file'],
  ['MEDIA_TOO_LARGE', '413 invalid_request_error media_too_large'],
  ['INSUFFICIENT_BALANCE', '402 insufficient_quota insufficient_quota'],
  ['CANCELED', '410 invalid_request_error task_expired'],
  ['UPSTREAM_REFUSED', '502 server_error upstream_error'],
  ['WORKER_LOST', '500 server_error'],
  ['OF_A_LATER_VERSION', '500 server_error'],
])('a task that fails with %s is answered with %s, names the task and is purged', async (code, expected) => {
  const answer = transcribe(client, formOf({ model }));
  const [id = ''] = await tasksOf(1);
  const error = { code, message: 'no', step: 'transcribe', retryable: false, attempts: 1 };
  await end(id, { status: 'failed', set: { error } });
  expect(summarizeSpeech(await answer)).toBe(expected);
  expect((await answer).headers.get('x-medley-task-id')).toBe(id);
  expect((await find(id)).delete_requested_at).not.toBeNull();
});

test('the prompt and the keywords are the vocabulary of the step', async () => {
  const long = 'a '.repeat(80).trim();
  const fields = { model, prompt: `Ada, Medley;\n${long}`, 'keywords[]': ['Turing', 'Hopper'] };
  const answer = transcribe(client, formOf(fields));
  const [id = ''] = await tasksOf(1);
  const { steps } = (await client.get(`/tasks/${id}`)).body.data as { steps: { options: object }[] };
  const { vocabulary } = steps[1]?.options as { vocabulary: string[] };
  expect(vocabulary).toEqual([
    'Ada',
    'Medley',
    'a '.repeat(50).trim(),
    'a '.repeat(30).trim(),
    'Turing',
    'Hopper',
  ]);
  await end(id);
  await answer;
});

/** A request whose client can leave. */
function send(fields: Record<string, string>, isWhole = true): ClientRequest {
  const url = new URL(`${client.url}/v1/audio/transcriptions`);
  const headers = {
    Authorization: `Bearer ${client.identity.key}`,
    'Content-Type': 'multipart/form-data; boundary=x',
  };
  const sent = request(url, { method: 'POST', headers });
  sent.on('error', () => undefined);
  for (const [name, value] of Object.entries(fields))
    sent.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF');
  if (isWhole) sent.end('\r\n--x--\r\n');
  return sent;
}

test('a client that leaves cancels its task; one whose data is to be stored runs on', async () => {
  const left = send({ model });
  const [id = ''] = await tasksOf(1);
  left.destroy();
  await until(async () => (await find(id)).delete_requested_at !== null);
  await until(async () => (await uploads()).length === 0);
  const kept = send({ model, store: 'true' });
  const newest = (await tasksOf(2)).find((one) => one !== id) ?? '';
  kept.destroy();
  // The next request of the client is handled after that.
  await client.get('/tasks');
  expect((await find(newest)).delete_requested_at).toBeNull();
  expect(await uploads()).toHaveLength(1);
});

test('a form that breaks off leaves nothing', async () => {
  const broken = send({ model }, false);
  await until(async () => (await uploads()).length === 1);
  broken.destroy();
  await until(async () => (await uploads()).length === 0);
  expect(await tasksOf(0)).toEqual([]);
});
