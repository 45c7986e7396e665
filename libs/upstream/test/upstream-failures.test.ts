import {
  bytes,
  cutOff,
  silence,
  startStubUpstream,
  status,
  type Respond,
  type StubUpstream,
} from '../../../tests/support/stub-upstream';
import { until } from '../../../tests/support/until';
import type { AppError } from '@medley/kit';
import { createUpstreamClient, type UpstreamClient } from '@medley/upstream';

const never = new AbortController().signal;

/** Begins an answer and never goes on. */
const halfAnAnswer: Respond = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"text": "');
};

const tooMuch = bytes(Buffer.alloc(11 * 1024 * 1024, ' '));

describe('an upstream in trouble', () => {
  let upstream: StubUpstream;
  const clientOf = (silenceMs = 1_000): UpstreamClient =>
    createUpstreamClient({
      name: 'the engine',
      baseUrl: upstream.url,
      headers: {},
      answerBytesMax: 10 * 1024 * 1024,
      silenceMs,
    });
  beforeEach(async () => (upstream = await startStubUpstream()));
  afterEach(() => upstream.close());

  test.each([
    ['is overloaded', status(429), 'UPSTREAM_RATE_LIMITED', true],
    ['breaks down', status(500), 'UPSTREAM_UNAVAILABLE', true],
    ['is being restarted', status(503), 'UPSTREAM_UNAVAILABLE', true],
    ['has a status of its own for overload', status(529), 'UPSTREAM_UNAVAILABLE', true],
    ['says it took too long', status(408), 'UPSTREAM_TIMEOUT', true],
    ['does not know the key', status(401), 'UPSTREAM_REFUSED', false],
    ['has lost the model', status(404), 'UPSTREAM_REFUSED', false],
    ['leads elsewhere', status(302, { Location: 'http://127.0.0.1:1/' }), 'UPSTREAM_REFUSED', false],
    ['says nothing', silence, 'UPSTREAM_TIMEOUT', true],
    ['stops amid its answer', halfAnAnswer, 'UPSTREAM_TIMEOUT', true],
    ['hangs up amid its answer', cutOff, 'UPSTREAM_UNAVAILABLE', true],
    ['sends more than the limit', tooMuch, 'UPSTREAM_INVALID_ANSWER', true],
    ['sends invalid UTF-8', bytes(Buffer.from('{"a":"\xff"}', 'latin1')), 'UPSTREAM_INVALID_ANSWER', true],
    ['sends no JSON', bytes(Buffer.from('<html>')), 'UPSTREAM_INVALID_ANSWER', true],
  ])('that %s is named as what it is, without a word of its own', async (_, respond, code, retryable) => {
    upstream.respond(respond);
    const answer = clientOf().post('/x', {}, never);
    await expect(answer).rejects.toMatchObject({ code, retryable });
    await expect(answer).rejects.not.toThrow(/secret-of-the-upstream|127\.0\.0\.1/);
  });

  test.each([
    ['7', 7],
    ['0', 0],
    ['1.5', 1.5],
    ['999999999', 86_400],
    [new Date(Date.now() - 60_000).toUTCString(), 0],
    ['soon', undefined],
    ['-1', undefined],
    ['2024-01-01', undefined],
  ])('that asks for a pause of `%s` has it told in seconds, with its status', async (header, seconds) => {
    upstream.respond(status(429, { 'Retry-After': header }));
    const error = await clientOf()
      .post('/x', {}, never)
      .catch((thrown: unknown) => thrown);
    const details = { status: 429, ...(seconds === undefined ? {} : { retry_after_s: seconds }) };
    expect((error as AppError).details).toEqual(details);
  });

  test('that asks for a pause until a date has it told in seconds', async () => {
    upstream.respond(status(503, { 'Retry-After': new Date(Date.now() + 30_000).toUTCString() }));
    const error = await clientOf()
      .post('/x', {}, never)
      .catch((thrown: unknown) => thrown);
    const { retry_after_s } = (error as AppError).details;
    expect(retry_after_s).toBeGreaterThan(25);
    expect(retry_after_s).toBeLessThanOrEqual(30);
  });

  test('with a large answer does not hold up the event loop', async () => {
    const words = Array.from({ length: 200_000 }, (_, id) => ({ id, word: 'some word' }));
    upstream.respond(bytes(Buffer.from(JSON.stringify(words))));
    const client = clientOf(60_000);
    await client.post('/x', {}, never);
    let longestMs = 0;
    let last = performance.now();
    const pulse = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 5);
    await client.post('/x', {}, never);
    clearInterval(pulse);
    expect(longestMs).toBeLessThan(500);
  });

  test.each([
    ['before its answer', silence],
    ['amid its answer', halfAnAnswer],
  ])('is let go at once when the caller gives up %s', async (_, respond) => {
    upstream.respond(respond);
    const controller = new AbortController();
    const answer = clientOf(60_000).post('/x', {}, controller.signal);
    await until(() => upstream.requests.length === 1);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await until(() => upstream.requests[0]?.isGone() === true);
  });
});
