import { json, startStubUpstream, status, type StubUpstream } from '../../../tests/support/stub-upstream';
import { until } from '../../../tests/support/until';
import { createUpstreamClient, withUpstreamRetries, type UpstreamRetryOptions } from '@medley/upstream';

const never = new AbortController().signal;

describe('a call that is tried again', () => {
  let upstream: StubUpstream;
  const ask = (options: UpstreamRetryOptions = { firstMs: 1 }, signal = never): Promise<unknown> => {
    const client = createUpstreamClient({
      name: 'the engine',
      baseUrl: upstream.url,
      headers: {},
      answerBytesMax: 1_000,
      silenceMs: 5_000,
    });
    return withUpstreamRetries(() => client.post('/x', {}, signal), signal, options);
  };
  beforeEach(async () => (upstream = await startStubUpstream()));
  afterEach(() => upstream.close());

  test('succeeds after trouble that passes', async () => {
    upstream.respond(status(429), status(503), json('fine'));
    await expect(ask()).resolves.toBe('fine');
    expect(upstream.requests).toHaveLength(3);
  });

  test('is given up after the third failure, with that failure', async () => {
    upstream.respond(status(429), status(503), status(500));
    await expect(ask()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', details: { status: 500 } });
    expect(upstream.requests).toHaveLength(3);
  });

  test('is not tried again when that cannot help', async () => {
    upstream.respond(status(404));
    await expect(ask()).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    expect(upstream.requests).toHaveLength(1);
  });

  test('waits as long as the upstream asks', async () => {
    upstream.respond(status(429, { 'Retry-After': '1' }), json('fine'));
    const startedAt = performance.now();
    await expect(ask({ firstMs: 60_000, maxMs: 60_000 })).resolves.toBe('fine');
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  test('is given up at once when the upstream asks for more than a minute', async () => {
    upstream.respond(status(429, { 'Retry-After': '61' }));
    await expect(ask()).rejects.toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      details: { retry_after_s: 61 },
    });
    expect(upstream.requests).toHaveLength(1);
  });

  test('ends its pause at once on an abort, with the reason of the abort', async () => {
    upstream.respond(status(429, { 'Retry-After': '60' }));
    const controller = new AbortController();
    const answer = ask({}, controller.signal);
    await until(() => upstream.requests.length === 1);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(upstream.requests).toHaveLength(1);
  });

  test('leaves failures alone that are not the upstream’s', async () => {
    const calls: number[] = [];
    const call = (): Promise<never> => {
      calls.push(1);
      return Promise.reject(new Error('a slip of ours'));
    };
    await expect(withUpstreamRetries(call, never, { firstMs: 1 })).rejects.toThrow('a slip of ours');
    expect(calls).toHaveLength(1);
  });
});
