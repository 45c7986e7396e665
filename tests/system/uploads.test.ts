import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Medley } from '@medley/client';
import { listFiles, makeWav, until } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import { Upload as TusUpload } from 'tus-js-client';

describe('on the embedded broker', () => uploads({}));
describeWithAmqp('on RabbitMQ', () => uploads({ AMQP_URL: amqpUrl }));

function uploads(env: Record<string, string>): void {
  let medley: AllInOne;
  beforeAll(async () => {
    medley = await startAllInOne({ MAX_MEDIA_BYTES: '60000000', ...env });
  });
  afterAll(() => medley.stop());

  const tasks = (body: object): Promise<{ id: string }> => medley.api.create('/tasks', body);
  const filesOf = async (id: string): Promise<string[]> =>
    (await listFiles(join(medley.directory, 'blobs'))).filter((file) => file.includes(id));

  test('an upload is fetched without HTTP, converted, and deleted with its last task', async () => {
    const { id, url } = await medley.client.uploads.create(new Uint8Array(makeWav(2)), {
      filename: 'talk.wav',
    });
    const made = await tasks({ url, steps: [{ name: 'fetch' }, { name: 'transcode' }] });
    const again = await tasks({ url, steps: [{ name: 'fetch' }] });
    const task = await medley.api.ended(made.id);
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    expect(task.output?.['fetch']).toMatchObject({
      content_type: 'audio/wav',
      size: makeWav(2).length,
      duration: 2,
    });
    await medley.api.ended(again.id);
    await medley.api.call('DELETE', `/tasks/${made.id}`);
    expect((await medley.api.call('GET', `/uploads/${id}`)).status).toBe(200);
  });

  test('a retry from the fetch on takes the upload again, also when the first task is deleted', async () => {
    const { url } = await medley.client.uploads.create(new Uint8Array(makeWav(2)));
    const steps = [{ name: 'fetch' }, { name: 'transcode', options: { start: 5 } }];
    const failed = await medley.api.ended((await tasks({ url, steps })).id);
    expect(failed.error).toMatch(/^OPTIONS_INVALID: /);
    const again = await medley.client.tasks.retry(failed.id, { from: ['fetch'], options: { transcode: { start: 1 } } });
    await medley.api.call('DELETE', `/tasks/${failed.id}`);
    const { output } = await medley.client.tasks.wait(again);
    expect(output?.transcode?.duration).toBeCloseTo(1, 0);
  }); // prettier-ignore

  test('content that is no media fails as behind a link', async () => {
    const { url } = await medley.client.uploads.create(new Uint8Array(randomBytes(10_000)));
    const task = await medley.api.ended((await tasks({ url, steps: [{ name: 'fetch' }] })).id);
    expect(task.error).toMatch(/^MEDIA_UNSUPPORTED: /);
  });

  test('a client of tus uploads, is interrupted and resumes', async () => {
    const bytes = randomBytes(3_000_000);
    const options = {
      endpoint: `${medley.api.url}/api/v1/uploads/tus`,
      headers: { Authorization: `Bearer ${medley.key}` },
      metadata: { filename: 'запись.bin' },
      chunkSize: 500_000,
      retryDelays: null,
    };
    const url = await new Promise<string>((resolve, reject) => {
      const first = new TusUpload(bytes, {
        ...options,
        onChunkComplete: (_, sent) => {
          if (sent >= 1_000_000) void first.abort().then(() => resolve(first.url ?? ''));
        },
        onError: reject,
      });
      first.start();
    });
    await new Promise<void>((resolve, reject) => {
      new TusUpload(bytes, {
        ...options,
        uploadUrl: url,
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    const id = url.split('/').at(-1) ?? '';
    expect(await medley.client.uploads.get(id)).toMatchObject({
      size: bytes.length,
      filename: 'запись.bin',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await filesOf(id)).filter((file) => file.includes('parts'))).toEqual([]);
  });

  test('the typed client continues a large upload over a connection that breaks', async () => {
    const bytes = new Uint8Array(randomBytes(2_000_000));
    let requests = 0;
    const breaking: typeof fetch = (input, init) => {
      requests += 1;
      if (init?.method === 'PATCH' && requests % 3 === 0)
        return Promise.reject(new TypeError('fetch failed'));
      return fetch(input, init);
    };
    const client = new Medley({ baseUrl: medley.api.url, apiKey: medley.key, fetch: breaking });
    const seen: number[] = [];
    const upload = await client.uploads.create(bytes, {
      partBytes: 300_000,
      onProgress: ({ sent }) => seen.push(sent),
    });
    expect(upload).toMatchObject({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect([seen[0], seen.at(-1)]).toEqual([0, bytes.length]);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test('an upload of tus has the limits of every upload, and is terminated with its bytes', async () => {
    const call = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>): Promise<Response> =>
      fetch(`${medley.api.url}/api/v1/uploads/tus${path}`, {
        method,
        headers: { Authorization: `Bearer ${medley.key}`, 'Tus-Resumable': '1.0.0', ...headers },
        ...(body && { body }),
      }); // prettier-ignore
    expect((await call('POST', '', { 'Upload-Length': '60000001' })).status).toBe(413);
    expect((await call('POST', '', { 'Upload-Length': '10', Authorization: 'Bearer sk-wrong' })).status).toBe(
      401,
    );
    const made = await call('POST', '', { 'Upload-Length': '10' });
    const id = made.headers.get('location')?.split('/').at(-1) ?? '';
    expect([made.status, made.headers.has('upload-expires')]).toEqual([201, true]);
    // Not complete: no task can use it.
    expect((await medley.api.call('POST', '/transcode', { url: `upload:${id}` })).status).toBe(400);
    const patch = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    expect((await call('PATCH', `/${id}`, patch, new Uint8Array(4))).headers.get('upload-offset')).toBe('4');
    expect((await call('PATCH', `/${id}`, patch, new Uint8Array(4))).status).toBe(409);
    expect((await filesOf(id)).length).toBeGreaterThan(0);
    expect((await call('DELETE', `/${id}`, {})).status).toBe(204);
    await until(async () => (await filesOf(id)).length === 0);
    expect((await call('HEAD', `/${id}`, {})).status).toBe(404);
  });
}
