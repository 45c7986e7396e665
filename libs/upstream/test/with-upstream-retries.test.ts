import {
  respondJson,
  startStubUpstream,
  respondStatus,
  type StubUpstream,
  until,
  withFrozenTimers,
} from '@medley/testing';
import { createUpstreamClient, withUpstreamRetries, type UpstreamRetryOptions } from '@medley/upstream';

const never = new AbortController().signal;

describe('a call with retries', () => {
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

  test('succeeds after transient errors', async () => {
    upstream.respond(respondStatus(429), respondStatus(503), respondJson('fine'));
    await expect(ask()).resolves.toBe('fine');
    expect(upstream.requests).toHaveLength(3);
  });

  test('fails with the third error', async () => {
    upstream.respond(respondStatus(429), respondStatus(503), respondStatus(500));
    await expect(ask()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', details: { status: 500 } });
    expect(upstream.requests).toHaveLength(3);
  });

  test('is not retried after a permanent error', async () => {
    upstream.respond(respondStatus(404));
    await expect(ask()).rejects.toMatchObject({ code: 'UPSTREAM_REFUSED' });
    expect(upstream.requests).toHaveLength(1);
  });

  test('waits as long as Retry-After says', async () => {
    upstream.respond(respondStatus(429, { 'Retry-After': '7' }), respondJson('fine'));
    await withFrozenTimers(async (timers) => {
      const answer = ask({ firstMs: 60_000, maxMs: 60_000 });
      await timers.untilSet(7_000);
      await timers.advance(6_999);
      expect(upstream.requests).toHaveLength(1);
      await timers.advance(1);
      await expect(answer).resolves.toBe('fine');
      expect(upstream.requests).toHaveLength(2);
    });
  });

  test('fails at once when Retry-After is more than a minute', async () => {
    upstream.respond(respondStatus(429, { 'Retry-After': '61' }));
    await expect(ask()).rejects.toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      details: { retry_after_s: 61 },
    });
    expect(upstream.requests).toHaveLength(1);
  });

  test('ends its wait at once on an abort, with the reason of the abort', async () => {
    upstream.respond(respondStatus(429, { 'Retry-After': '60' }));
    const controller = new AbortController();
    const answer = ask({}, controller.signal);
    await until(() => upstream.requests.length === 1);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(upstream.requests).toHaveLength(1);
  });

  test('does not retry errors of other code', async () => {
    const calls: number[] = [];
    const call = (): Promise<never> => {
      calls.push(1);
      return Promise.reject(new Error('a bug of the caller'));
    };
    await expect(withUpstreamRetries(call, never, { firstMs: 1 })).rejects.toThrow('a bug of the caller');
    expect(calls).toHaveLength(1);
  });
});
