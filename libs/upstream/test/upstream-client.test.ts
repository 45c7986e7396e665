import { type Responder, startStubUpstream, type StubUpstream } from '@medley/testing';
import { bearer, createUpstreamClient, type UpstreamClient } from '@medley/upstream';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

const key = 'sk-secret';

function zipped(body: Buffer): Responder {
  return (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body);
}

describe('an upstream', () => {
  let upstream: StubUpstream;
  const never = new AbortController().signal;
  const clientOf = (baseUrl = upstream.url): UpstreamClient =>
    createUpstreamClient({
      name: 'the engine',
      baseUrl,
      headers: bearer(key),
      answerBytesMax: 1024 * 1024,
      silenceMs: 60_000,
    });
  beforeEach(async () => (upstream = await startStubUpstream()));
  afterEach(() => upstream.close());

  test('is called at its base URL with or without a trailing slash', async () => {
    upstream.respond((response) => response.end('{"ok": true}'));
    await expect(clientOf().post('/things', { a: 1 }, never)).resolves.toEqual({ ok: true });
    await expect(clientOf(`${upstream.url}/`).post('/things', { a: 1 }, never)).resolves.toEqual({
      ok: true,
    });
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/things', '/v1/things']);
    expect(upstream.requests[0]?.body.toString()).toBe('{"a":1}');
  });

  test('receives raw bytes with a content type, a query and headers', async () => {
    upstream.respond((response) => response.end('{"ok": true}'));
    const client = createUpstreamClient({
      name: 'the engine',
      baseUrl: upstream.url,
      headers: { Authorization: `Token ${key}` },
      answerBytesMax: 1_000,
      silenceMs: 60_000,
    });
    const sound = Buffer.from([0, 255, 13, 10]);
    const query = new URLSearchParams([
      ['model', 'nova-3'],
      ['keyterm', 'a b'],
      ['keyterm', 'Ж&'],
    ]);
    const bodies = [
      { body: new Blob([sound], { type: 'audio/wav' }) },
      { body: sound, contentType: 'audio/wav' },
      { body: Readable.from([sound]), contentType: 'audio/wav' },
    ];
    for (const body of bodies) await client.send({ path: '/listen', query, ...body }, never);

    expect(upstream.requests).toHaveLength(3);
    for (const request of upstream.requests) {
      expect(request.path).toBe('/v1/listen?model=nova-3&keyterm=a+b&keyterm=%D0%96%26');
      expect(request.headers).toMatchObject({
        'content-type': 'audio/wav',
        authorization: `Token ${key}`,
      });
      expect(request.body).toEqual(sound);
    }
    expect(upstream.requests[0]?.headers['content-length']).toBe('4');
  });

  test('may compress its response', async () => {
    upstream.respond(zipped(gzipSync('{"ok": true}')));
    await expect(clientOf().post('/x', {}, never)).resolves.toEqual({ ok: true });
  });

  test.each([
    ['that unpacks to more than the limit', gzipSync(Buffer.alloc(50_000_000, ' ')), /larger than 1 MiB/],
    ['that is damaged', Buffer.from('not gzip'), /sent a damaged answer/],
  ])('fails with a compressed response %s', async (_, body, message) => {
    upstream.respond(zipped(body));
    const answer = clientOf().post('/x', {}, never);
    await expect(answer).rejects.toMatchObject({ code: 'UPSTREAM_INVALID_ANSWER' });
    await expect(answer).rejects.toThrow(message);
  });

  test('never has its key in an error, including hidden properties', async () => {
    await upstream.close();
    const error: unknown = await clientOf()
      .post('/x', { text: 'words of a user' }, never)
      .catch((thrown: unknown) => thrown);
    const everything = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
    expect(everything).toContain('UPSTREAM_UNAVAILABLE');
    expect(everything).not.toContain(key);
    expect(everything).not.toContain('words of a user');
  });

  test('is not called after an abort, and the reason of the abort is thrown', async () => {
    const reason = new Error('enough');
    await expect(clientOf().post('/x', {}, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(upstream.requests).toEqual([]);
  });
});
