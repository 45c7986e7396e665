import {
  respondBytes,
  respondTruncated,
  respondJson,
  makeWav,
  neverRespond,
  respondStatus,
  until,
  withFrozenTimers,
} from '@medley/testing';
import {
  respondVerboseJson,
  KEY,
  startTranscriberHarness,
  verboseJson,
  type TranscriberHarness,
} from './transcriber-harness';

const sound = makeWav(1);
const wav = { content_type: 'audio/wav', duration: 1 };
const options = { language: 'ru', diarization: true };
const notUtf8 = Buffer.from('{"text":"\xff"}', 'latin1');

const flood = respondBytes(Buffer.alloc(11 * 1024 * 1024, ' '));

describe('a transcription whose upstream fails', () => {
  let asr: TranscriberHarness;
  beforeAll(async () => (asr = await startTranscriberHarness()));
  beforeEach(() => void asr.upstream.requests.splice(0));
  afterAll(() => asr.close());

  test.each([
    ['429', respondStatus(429), 'UPSTREAM_RATE_LIMITED', true],
    [
      '429 and a pause of an hour',
      respondStatus(429, { 'Retry-After': '3600' }),
      'UPSTREAM_RATE_LIMITED',
      true,
    ],
    ['502', respondStatus(502), 'UPSTREAM_UNAVAILABLE', true],
    ['413', respondStatus(413), 'UPSTREAM_REFUSED', false],
    ['404 for an unknown model', respondStatus(404), 'UPSTREAM_REFUSED', false],
    ['a redirect', respondStatus(307, { Location: 'http://127.0.0.1:1/' }), 'UPSTREAM_REFUSED', false],
    ['silence', neverRespond, 'UPSTREAM_TIMEOUT', true],
    ['a cut connection', respondTruncated, 'UPSTREAM_UNAVAILABLE', true],
    ['more than 10 MiB', flood, 'UPSTREAM_INVALID_ANSWER', true],
    ['invalid UTF-8', respondBytes(notUtf8), 'UPSTREAM_INVALID_ANSWER', true],
    ['no JSON', respondBytes(Buffer.from('WEBVTT')), 'UPSTREAM_INVALID_ANSWER', true],
    ['no text', respondJson({ segments: [] }), 'UPSTREAM_INVALID_ANSWER', true],
    ['a text that is not a string', respondJson({ text: ['a'] }), 'UPSTREAM_INVALID_ANSWER', true],
    [
      'invalid times',
      respondJson({ ...verboseJson, segments: [{ start: '0', end: 1, text: 'a' }] }),
      'UPSTREAM_INVALID_ANSWER',
      true,
    ],
  ])('fails with the error code for %s, without secrets', async (_, respond, code, retryable) => {
    if (respond === neverRespond) {
      await asr.close();
      asr = await startTranscriberHarness({ ASR_SILENCE_MS: '300' });
    }
    asr.upstream.respond(respond);
    const media = await asr.worker.putMedia(sound, wav);
    const error = await asr.worker.fail({ media }, options);

    expect(error).toMatchObject({ code, retryable });
    const reported = error.message + asr.worker.logged();
    expect(reported).toContain('the step failed');
    expect(reported).not.toContain(KEY);
    expect(reported).not.toContain(new URL(asr.upstream.url).host);
    expect(reported).not.toContain('secret-of-the-upstream');
    await until(async () => (await asr.worker.leftovers()).length === 0);
    if (respond === neverRespond) {
      await asr.close();
      asr = await startTranscriberHarness();
    }
  });

  test('succeeds when one of three tries succeeds', async () => {
    asr.upstream.respond(respondStatus(503), respondTruncated, respondVerboseJson);
    const media = await asr.worker.putMedia(sound, wav);
    await expect(asr.worker.succeed({ media }, options)).resolves.toMatchObject({ data: { language: 'ru' } });
    expect(asr.upstream.requests).toHaveLength(3);
  });

  test('waits as long as Retry-After says', async () => {
    asr.upstream.respond(respondStatus(429, { 'Retry-After': '7' }), respondVerboseJson);
    const media = await asr.worker.putMedia(sound, wav);
    await withFrozenTimers(async (timers) => {
      const output = asr.worker.succeed({ media }, options);
      await timers.untilSet(7_000);
      await timers.advance(6_999);
      expect(asr.upstream.requests).toHaveLength(1);
      await timers.advance(1);
      await output;
    });
    expect(asr.upstream.requests).toHaveLength(2);
  });
});

// Timers are frozen in these tests: what ends without a timer ends at once.
test('a cancel ends the wait for a retry at once', () =>
  withFrozenTimers(async (timers) => {
    const asr = await startTranscriberHarness();
    asr.upstream.respond(respondStatus(429, { 'Retry-After': '60' }));
    const media = await asr.worker.putMedia(sound, wav);
    const ticket = await asr.worker.send({ media }, options);
    await timers.untilSet(60_000);

    asr.worker.cancel(ticket.taskId);
    const report = await ticket.finished;
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
    expect(report.elapsed_ms).toBe(0);
    expect(asr.upstream.requests).toHaveLength(1);
    await asr.close();
  }));

test('a cancel ends the upload at once', () =>
  withFrozenTimers(async () => {
    const asr = await startTranscriberHarness({ ASR_SILENCE_MS: '60000' });
    asr.upstream.respond(neverRespond);
    const media = await asr.worker.putMedia(makeWav(60), wav);
    const ticket = await asr.worker.send({ media }, options);
    await until(() => asr.upstream.requests.length === 1);

    asr.worker.cancel(ticket.taskId);
    const report = await ticket.finished;
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
    expect(report.elapsed_ms).toBe(0);
    await until(() => asr.upstream.requests[0]?.isAborted() === true);
    await asr.close();
  }));
