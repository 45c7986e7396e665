import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInTariffs } from '@medley/contracts';
import { uploadBlobKey } from '@medley/blobs';
import { AppError } from '@medley/kit';
import { makeWav, until } from '@medley/testing';
import {
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
  type TestResponse,
} from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const wav = makeWav(1);
const upload = (body: Uint8Array, query = '', headers = {}): Promise<TestResponse> =>
  client.send('POST', `/uploads${query}`, { body, headers });

function form(parts: [name: string, content: Uint8Array, filename: string][]): FormData {
  const data = new FormData();
  for (const [name, content, filename] of parts) data.append(name, new Blob([content]), filename);
  return data;
}

async function send(body: FormData, path = '/uploads'): Promise<TestResponse> {
  const headers = { Authorization: `Bearer ${client.identity.key}` };
  const response = await fetch(`${gateway.url}/api/v1${path}`, { method: 'POST', headers, body });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text) as TestResponse['body'],
  };
}

const broken = (type: string): Promise<TestResponse> =>
  client.send('POST', '/uploads', { body: '--x\r\nContent-Dispo', headers: { 'Content-Type': type } });

describe('an upload in one request', () => {
  test('is described by what was received, not by what was said', async () => {
    const answer = await upload(wav, '?filename=запись.wav', { 'Content-Type': 'text/html' });
    const { id } = answer.body.data as { id: string };
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/uploads/${id}`]);
    expect(answer.body.data).toEqual({
      id,
      url: `upload:${id}`,
      size: wav.length,
      content_type: 'audio/wav',
      filename: 'запись.wav',
      sha256: createHash('sha256').update(wav).digest('hex'),
      expires_at: expect.stringMatching(/Z$/),
    });
    expect((await client.get(`/uploads/${id}`)).body.data).toEqual(answer.body.data);
  });

  test('may be the part `file` of a form; the name in the query wins', async () => {
    const named = await send(form([['file', wav, 'talk.wav']]));
    expect(named.body.data).toMatchObject({
      size: wav.length,
      content_type: 'audio/wav',
      filename: 'talk.wav',
    });
    const renamed = await send(form([['file', wav, 'talk.wav']]), '/uploads?filename=other.wav');
    expect(renamed.body.data).toMatchObject({ filename: 'other.wav' });
  });

  test('of content that is no media is kept as bytes', async () => {
    expect((await upload(randomBytes(100_000))).body.data).toMatchObject({
      size: 100_000,
      content_type: 'application/octet-stream',
      filename: null,
    });
  });

  test('is deleted with its file', async () => {
    const { id } = (await upload(wav)).body.data as { id: string };
    expect(await gateway.blobs.stat(uploadBlobKey(id))).toEqual({ size: wav.length });
    expect((await client.send('DELETE', `/uploads/${id}`)).status).toBe(200);
    expect(await gateway.blobs.stat(uploadBlobKey(id))).toBeNull();
    expect(summarize(await client.get(`/uploads/${id}`))).toBe('404 NOT_FOUND');
    expect(summarize(await client.send('DELETE', `/uploads/${id}`))).toBe('404 NOT_FOUND');
  });

  test('with the same Idempotency-Key is stored once', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const [first, again] = [await upload(wav, '', headers), await upload(wav, '', headers)];
    expect(again.body.data['id']).toBe(first.body.data['id']);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(summarize(await upload(wav, '?filename=b', headers))).toBe('422 IDEMPOTENCY_MISMATCH');
  });

  test.each<[string, () => Promise<TestResponse>, string]>([
    ['an empty body', () => upload(new Uint8Array(0)), 'file'],
    ['a form without a file', () => send(form([])), 'file'],
    ['a form with another part', () => send(form([['other', wav, 'a']])), 'file'],
    ['a form that breaks off', () => broken('multipart/form-data; boundary=x'), 'file'],
    ['a form without a boundary', () => broken('multipart/form-data'), 'file'],
    ['a name with a line break', () => upload(wav, '?filename=a%0Ab'), 'filename'],
    ['a name that is too long', () => upload(wav, `?filename=${'x'.repeat(501)}`), 'filename'],
  ])('%s is refused', async (_, attempt, field) => {
    expect(summarize(await attempt())).toBe(`400 VALIDATION_ERROR ${field}`);
  });

  test('that breaks off leaves nothing behind', async () => {
    const own = await gateway.newClient();
    const url = new URL(`${gateway.url}/api/v1/uploads`);
    const headers = { Authorization: `Bearer ${own.identity.key}`, 'Content-Length': '1000000' };
    const broken = request(url, { method: 'POST', headers });
    broken.on('error', () => undefined);
    broken.write(wav.subarray(0, 10_000));
    const ids = (): Promise<string[]> => gateway.stores.uploads.idsOf(own.identity.accountId, 10);
    await until(async () => (await ids()).length === 1);
    const [id = ''] = await ids();
    broken.destroy();
    await until(async () => (await ids()).length === 0);
    expect(await gateway.blobs.stat(uploadBlobKey(id))).toBeNull();
  });
});

describe('the limits', () => {
  test('a file that is too large is refused and not kept, stated or not', async () => {
    const small = await startTestGateway({ env: { MAX_MEDIA_BYTES: '50000' } });
    try {
      const own = await small.newClient();
      const stated = await own.send('POST', '/uploads', { body: new Uint8Array(50_001) });
      expect(summarize(stated)).toBe('413 MEDIA_TOO_LARGE');
      const headers = { Authorization: `Bearer ${own.identity.key}` };
      const body = new Blob([new Uint8Array(60_000)]).stream();
      const options = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      expect((await fetch(`${small.url}/api/v1/uploads`, options)).status).toBe(413);
      expect((await own.send('POST', '/uploads', { body: new Uint8Array(50_000) })).status).toBe(201);
      expect(await small.stores.uploads.idsOf(own.identity.accountId, 10)).toHaveLength(1);
    } finally {
      await small.stop();
    }
  });

  test('uploads count as stored bytes of the account', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'medley-tariffs-'));
    const file = join(directory, 'tariffs.json');
    await writeFile(file, JSON.stringify({ small: { ...builtInTariffs['free'], storage_bytes: 65_000 } }));
    const small = await startTestGateway({ env: { TARIFFS_FILE: file } });
    const own = await small.newClient({ tariff: 'small' });
    expect((await own.send('POST', '/uploads', { body: new Uint8Array(60_000) })).status).toBe(201);
    const beyond = await own.send('POST', '/uploads', { body: new Uint8Array(10_000) });
    expect(summarize(beyond)).toBe('403 STORAGE_LIMIT');
    const [id = ''] = await small.stores.uploads.idsOf(own.identity.accountId, 10);
    await own.send('DELETE', `/uploads/${id}`);
    expect((await own.send('POST', '/uploads', { body: new Uint8Array(10_000) })).status).toBe(201);
    await small.stop();
    await rm(directory, { recursive: true });
  });

  test('a full disk is a clear refusal, and nothing is half stored', async () => {
    const full = await startTestGateway({
      dependencies: ({ blobs }) => ({
        blobs: Object.assign(Object.create(blobs) as typeof blobs, {
          put: () => Promise.reject(new AppError('STORAGE_FULL', 'no space')),
        }),
      }),
    });
    try {
      const own = await full.newClient();
      const answer = await own.send('POST', '/uploads', { body: wav });
      expect(summarize(answer)).toBe('507 STORAGE_UNAVAILABLE');
      expect(await full.stores.uploads.idsOf(own.identity.accountId, 10)).toEqual([]);
    } finally {
      await full.stop();
    }
  });
});

describe('the link of an upload', () => {
  const steps = [{ name: 'fetch' }, { name: 'transcode' }];

  test('stands wherever a link to media may stand', async () => {
    const { id, url } = (await upload(wav)).body.data as { id: string; url: string };
    expect(await client.create('/tasks', { url, steps })).toMatchObject({ input: { url } });
    await client.create('/transcode', { url });
    await client.create('/transcribe', { url: url.toUpperCase().replace('UPLOAD', 'upload') });
    const batch = await client.post('/tasks/batch', { tasks: [{ url, steps }] });
    expect(batch.body.data).toMatchObject({ summary: { succeeded: 1 } });
    expect((await client.get(`/uploads/${id}`)).body.data).toMatchObject({ expires_at: null });
  });

  test('of another account, unknown or deleted is refused alike', async () => {
    const other = await gateway.newClient();
    const { id: foreign } = (await other.send('POST', '/uploads', { body: wav })).body.data as { id: string };
    const { id: deleted } = (await upload(wav)).body.data as { id: string };
    await client.send('DELETE', `/uploads/${deleted}`);
    const refusals = await Promise.all(
      [foreign, deleted, crypto.randomUUID()].map((id) => client.post('/transcode', { url: `upload:${id}` })),
    );
    expect(refusals.map(summarize)).toEqual(Array(3).fill('400 VALIDATION_ERROR url'));
    expect(new Set(refusals.map(({ text }) => text)).size).toBe(1);
    expect(summarize(await client.get(`/uploads/${foreign}`))).toBe('404 NOT_FOUND');
    expect(summarize(await client.send('DELETE', `/uploads/${foreign}`))).toBe('404 NOT_FOUND');
  });

  test.each(['upload:', 'upload:x', 'upload:../../etc', 'upload://a', 'UPLOAD:1'])(
    '%s is refused',
    async (url) => {
      expect(summarize(await client.post('/transcode', { url }))).toBe('400 VALIDATION_ERROR url');
    },
  );

  test('is no address of a webhook', async () => {
    const { url } = (await upload(wav)).body.data as { url: string };
    const answer = await client.post('/pii', { input: 'x', webhook_url: url });
    expect(summarize(answer)).toBe('400 VALIDATION_ERROR webhook_url');
  });
});
