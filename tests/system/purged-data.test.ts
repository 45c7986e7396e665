import { readFile } from 'node:fs/promises';
import mongoose from 'mongoose';
import { INLINE_BYTES_MAX } from '@medley/contracts';
import {
  listFiles,
  makeWav,
  type Receiver,
  respondJson,
  serveBytes,
  startReceiver,
  startStubUpstream,
  type StubUpstream,
  until,
} from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import type { TestClient } from '@medley/testing/gateway';

/** Part of every input and output; a name, so that depersonalization replaces it and stores it in the mapping. */
const MARKER = 'Zaslonov';
/** Too long to be stored in the task; one word, because names are searched for between words. */
const TEXT = `Mr John ${MARKER} lives here, call +7 916 123-45-67. ${'a'.repeat(INLINE_BYTES_MAX)}`;

let system: TestSystem;
let client: TestClient;
let upstream: StubUpstream;
let source: { url: string; stop: () => Promise<void> };
let good: Receiver;
let bad: Receiver;

beforeAll(async () => {
  upstream = await startStubUpstream();
  upstream.respond((response, request) => {
    const words = `Heard of ${MARKER}.`;
    const transcript = {
      language: 'russian',
      duration: 1,
      text: words,
      segments: [{ start: 0, end: 1, text: words }],
    };
    const said = {
      model: 'm',
      choices: [
        { message: { role: 'assistant', content: JSON.stringify({ words }) }, finish_reason: 'stop' },
      ],
    };
    respondJson(request.path.endsWith('/transcriptions') ? transcript : said)(response, request);
  });
  const media = Buffer.concat([makeWav(1), Buffer.from(MARKER)]);
  source = await serveBytes({ [`/a.wav?owner=${MARKER}`]: media });
  [good, bad] = [await startReceiver(), await startReceiver((_, response) => response.writeHead(500).end())];
  system = await startTestSystem({
    env: {
      ASR_BASE_URL: upstream.url,
      LLM_BASE_URL: upstream.url,
      WEBHOOK_RETRY_DELAYS_S: '0.05,0.05,0.05',
    },
  });
  client = await system.newClient();
});
afterAll(async () => {
  await system.stop();
  await Promise.all([upstream.close(), source.stop(), good.stop(), bad.stop()]);
});

const media = (): object => ({ url: `${source.url}/a.wav?owner=${MARKER}`, filename: `${MARKER}.wav` });
const pii = { input: TEXT, mode: 'reversible' };
const llm = { input: TEXT, prompt: `Write to ${MARKER}`, response_schema: { title: MARKER, type: 'object' } };
/** Request bodies by their special property. */
const bodies: Record<string, () => [path: string, body: object]> = {
  'a reversible mapping': () => ['/pii', { ...pii, webhook_url: good.url }],
  'a prompt and a schema': () => ['/llm', { ...llm, webhook_url: bad.url }],
  'a transcript': () => ['/transcribe', { ...media(), webhook_url: good.url }],
  'a chain with options': () => [
    '/tasks',
    {
      ...media(),
      steps: [
        { name: 'fetch' },
        { name: 'transcribe', options: { vocabulary: [MARKER] } },
        { name: 'depersonalize', options: { mode: 'reversible', allow_list: [MARKER] } },
        { name: 'llm', options: { prompt: `To ${MARKER}` } },
        { name: 'restore' },
      ],
    },
  ],
  'a failure with a webhook': () => [
    '/transcode',
    { ...media(), url: `${source.url}/${MARKER}`, webhook_url: bad.url },
  ],
};

/** The contents of the database and of the directory, by place. */
async function everything(): Promise<[place: string, text: string][]> {
  const connection = await mongoose.createConnection(system.mongoUrl).asPromise();
  try {
    const found: [string, string][] = [];
    for (const { name } of (await connection.db?.listCollections().toArray()) ?? []) {
      for (const document of await connection.collection(name).find().toArray())
        found.push([name, JSON.stringify(document)]);
    }
    for (const path of await listFiles(system.directory)) {
      found.push([path, `${path}\n${await readFile(path, 'latin1').catch(() => '')}`]);
    }
    return found;
  } finally {
    await connection.close();
  }
}

const placesWithMarker = async (): Promise<string[]> =>
  (await everything()).filter(([, text]) => text.includes(MARKER)).map(([place]) => place);

/** Wait until no data of this task is left anywhere, for at most the promised minute. */
async function expectPurged(): Promise<void> {
  await until(async () => (await placesWithMarker()).length === 0).catch(async () => {
    expect(await placesWithMarker()).toEqual([]);
  });
}

/** Moves the expiry of an ended task into the past. */
async function expire(id: string): Promise<void> {
  const past = new Date(system.stores.now().getTime() - 1);
  await until(async () => {
    const { rev } = await system.ended(id);
    return system.stores.tasks.update(id, rev, { set: { expires_at: past, wake_at: past } });
  });
}

async function create(kind: string, more: object = {}): Promise<string> {
  const [path, body] = bodies[kind]?.() ?? ['', {}];
  const headers = { 'Idempotency-Key': `${kind} ${JSON.stringify(more)}`, Prefer: 'wait=10' };
  const answer = await client.post(path, { ...body, ...more }, headers);
  expect([answer.status, answer.text.includes(MARKER)]).toEqual([201, true]);
  const id = String(answer.body.data['id']);
  const { delivery, status } = await system.ended(id);
  expect([kind, status]).toEqual([kind, kind.startsWith('a failure') ? 'failed' : 'completed']);
  if (delivery) {
    await until(async () => (await system.stores.tasks.find(id))?.delivery?.state !== 'pending');
  }
  return id;
}

test.each(Object.keys(bodies))('expired data is purged everywhere: %s', async (kind) => {
  const id = await create(kind);
  expect(await placesWithMarker()).not.toEqual([]);

  await expire(id);

  await expectPurged();
  const { body } = await client.get(`/tasks/${id}`);
  expect(body.data).toMatchObject({ id, input: null, output: null, expired: true, filename: null });
});

test.each(Object.keys(bodies))('deleted data is purged everywhere: %s', async (kind) => {
  const id = await create(kind, { ttl: 24 });

  expect((await client.send('DELETE', `/tasks/${id}`)).status).toBe(200);

  await expectPurged();
});

test('a task with ttl 0 is purged after its webhook was delivered', async () => {
  await create('a reversible mapping', { ttl: 0 });
  await expectPurged();
});

test('a task deleted while its steps run leaves no data', async () => {
  const [path, body] = bodies['a transcript']?.() ?? ['', {}];
  const { id } = await client.create(path, body);
  await client.send('DELETE', `/tasks/${id}`);
  await system.ended(id);
  await expectPurged();
});

test('an idempotent replay repeats the first response without purged data', async () => {
  const headers = { 'Idempotency-Key': 'kept', Prefer: 'wait=10' };
  const first = await client.post('/pii', pii, headers);
  const id = String(first.body.data['id']);
  await system.ended(id);
  const second = await client.post('/pii', pii, headers);
  expect(second.text).toBe(first.text);

  await expire(id);
  await expectPurged();

  const third = await client.post('/pii', pii, headers);
  expect([third.status, third.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(third.body.data).toMatchObject({ id, input: null, output: null, expired: true });
});

test('data is readable until it expires and hidden afterwards, purged or not', async () => {
  const id = await create('a reversible mapping', { ttl: 1 });
  const expiresAt = new Date(system.stores.now().getTime() + 500);
  await until(async () => {
    const { rev } = await system.ended(id);
    return system.stores.tasks.update(id, rev, { set: { expires_at: expiresAt, wake_at: null } });
  });

  for (let isExpired = false; !isExpired;) {
    const askedAt = system.stores.now();
    const { data } = (await client.get(`/tasks/${id}`)).body;
    isExpired = data['expired'] === true;
    expect([data['input'] === null, data['output'] === null]).toEqual([isExpired, isExpired]);
    if (isExpired) expect(system.stores.now() >= expiresAt).toBe(true);
    else expect(askedAt < expiresAt).toBe(true);
  }
  const restored = await client.post('/pii/restore', { task_id: id, input: '[PERSON_1]' });
  expect([restored.status, restored.body.error.code]).toEqual([410, 'MAPPING_EXPIRED']);
  await expire(id);
  await expectPurged();
});
