import {
  busiestTurn,
  respondBytes,
  respondTruncated,
  type Responder,
  neverRespond,
  startStubUpstream,
  respondStatus,
  type StubUpstream,
  until,
  withFrozenTimers,
} from '@medley/testing';
import type { AppError } from '@medley/kit';
import { createUpstreamClient, type UpstreamClient } from '@medley/upstream';

const never = new AbortController().signal;

/** Starts a response and never continues. */
const halfAnAnswer: Responder = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"text": "');
};

const goesSilent = (respond: Responder): boolean => respond === neverRespond || respond === halfAnAnswer;

const tooMuch = respondBytes(Buffer.alloc(11 * 1024 * 1024, ' '));

describe('an upstream that fails', () => {
  let upstream: StubUpstream;
  const clientOf = (silenceMs = 60_000): UpstreamClient =>
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
    ['is overloaded', respondStatus(429), 'UPSTREAM_RATE_LIMITED', true],
    ['breaks down', respondStatus(500), 'UPSTREAM_UNAVAILABLE', true],
    ['is being restarted', respondStatus(503), 'UPSTREAM_UNAVAILABLE', true],
    ['has a status of its own for overload', respondStatus(529), 'UPSTREAM_UNAVAILABLE', true],
    ['reports a timeout', respondStatus(408), 'UPSTREAM_TIMEOUT', true],
    ['refuses the key', respondStatus(401), 'UPSTREAM_REFUSED', false],
    ['does not know the model', respondStatus(404), 'UPSTREAM_REFUSED', false],
    ['leads elsewhere', respondStatus(302, { Location: 'http://127.0.0.1:1/' }), 'UPSTREAM_REFUSED', false],
    ['says nothing', neverRespond, 'UPSTREAM_TIMEOUT', true],
    ['hangs during its response', halfAnAnswer, 'UPSTREAM_TIMEOUT', true],
    ['disconnects during its response', respondTruncated, 'UPSTREAM_UNAVAILABLE', true],
    ['sends more than the limit', tooMuch, 'UPSTREAM_INVALID_ANSWER', true],
    [
      'sends invalid UTF-8',
      respondBytes(Buffer.from('{"a":"\xff"}', 'latin1')),
      'UPSTREAM_INVALID_ANSWER',
      true,
    ],
    ['sends no JSON', respondBytes(Buffer.from('<html>')), 'UPSTREAM_INVALID_ANSWER', true],
  ])(
    'that %s causes an error with its own code and without text of the upstream',
    async (_, respond, code, retryable) => {
      upstream.respond(respond);
      const answer = clientOf(goesSilent(respond) ? 200 : undefined).post('/x', {}, never);
      await expect(answer).rejects.toMatchObject({ code, retryable });
      await expect(answer).rejects.not.toThrow(/secret-of-the-upstream|127\.0\.0\.1/);
    },
  );

  test.each([
    ['7', 7],
    ['0', 0],
    ['1.5', 1.5],
    ['999999999', 86_400],
    [new Date(Date.now() - 60_000).toUTCString(), 0],
    ['soon', undefined],
    ['-1', undefined],
    ['2024-01-01', undefined],
  ])('with Retry-After `%s` has the seconds and the status in the details', async (header, seconds) => {
    upstream.respond(respondStatus(429, { 'Retry-After': header }));
    const error = await clientOf()
      .post('/x', {}, never)
      .catch((thrown: unknown) => thrown);
    const details = { status: 429, ...(seconds === undefined ? {} : { retry_after_s: seconds }) };
    expect((error as AppError).details).toEqual(details);
  });

  test('with a date in Retry-After has the seconds in the details', async () => {
    await withFrozenTimers(async () => {
      upstream.respond(respondStatus(503, { 'Retry-After': new Date(Date.now() + 30_000).toUTCString() }));
      const error = await clientOf()
        .post('/x', {}, never)
        .catch((thrown: unknown) => thrown);
      const { retry_after_s } = (error as AppError).details;
      // HTTP dates have no milliseconds.
      expect(retry_after_s).toBeGreaterThanOrEqual(29);
      expect(retry_after_s).toBeLessThanOrEqual(30);
    });
  });

  test('with a large response does not block the event loop', async () => {
    const words = Array.from({ length: 200_000 }, (_, id) => ({ id, word: 'some word' }));
    upstream.respond(respondBytes(Buffer.from(JSON.stringify(words))));
    const client = clientOf();
    await client.post('/x', {}, never);
    expect(await busiestTurn(() => client.post('/x', {}, never), 500)).toBeLessThan(500);
  });

  test.each([
    ['before its response', neverRespond],
    ['during its response', halfAnAnswer],
  ])('is disconnected at once when the caller aborts %s', async (_, respond) => {
    upstream.respond(respond);
    const controller = new AbortController();
    const answer = clientOf().post('/x', {}, controller.signal);
    await until(() => upstream.requests.length === 1);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await until(() => upstream.requests[0]?.isAborted() === true);
  });
});
