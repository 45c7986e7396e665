import { makeWav } from '../../../tests/support/make-wav';
import { bytes, cutOff, json, silence, status } from '../../../tests/support/stub-upstream';
import { until } from '../../../tests/support/until';
import {
  heard,
  KEY,
  openTranscriberHarness,
  verboseJson,
  type TranscriberHarness,
} from './transcriber-harness';

const sound = makeWav(1);
const wav = { content_type: 'audio/wav', duration: 1 };
const options = { language: 'ru', diarization: true };
const notUtf8 = Buffer.from('{"text":"\xff"}', 'latin1');

const flood = bytes(Buffer.alloc(11 * 1024 * 1024, ' '));

describe('a transcription whose upstream is in trouble', () => {
  let asr: TranscriberHarness;
  beforeAll(async () => (asr = await openTranscriberHarness({ ASR_SILENCE_MS: '1000' })));
  beforeEach(() => void asr.upstream.requests.splice(0));
  afterAll(() => asr.close());

  test.each([
    ['429', status(429), 'UPSTREAM_RATE_LIMITED', true],
    ['429 and a pause of an hour', status(429, { 'Retry-After': '3600' }), 'UPSTREAM_RATE_LIMITED', true],
    ['502', status(502), 'UPSTREAM_UNAVAILABLE', true],
    ['413', status(413), 'UPSTREAM_REFUSED', false],
    ['404, the model being gone', status(404), 'UPSTREAM_REFUSED', false],
    ['a redirect', status(307, { Location: 'http://127.0.0.1:1/' }), 'UPSTREAM_REFUSED', false],
    ['silence', silence, 'UPSTREAM_TIMEOUT', true],
    ['a cut connection', cutOff, 'UPSTREAM_UNAVAILABLE', true],
    ['more than 10 MiB', flood, 'UPSTREAM_INVALID_ANSWER', true],
    ['invalid UTF-8', bytes(notUtf8), 'UPSTREAM_INVALID_ANSWER', true],
    ['no JSON', bytes(Buffer.from('WEBVTT')), 'UPSTREAM_INVALID_ANSWER', true],
    ['no text', json({ segments: [] }), 'UPSTREAM_INVALID_ANSWER', true],
    ['text that is no text', json({ text: ['a'] }), 'UPSTREAM_INVALID_ANSWER', true],
    [
      'times that are none',
      json({ ...verboseJson, segments: [{ start: '0', end: 1, text: 'a' }] }),
      'UPSTREAM_INVALID_ANSWER',
      true,
    ],
  ])('fails honestly after %s and tells no secret', async (_, respond, code, retryable) => {
    asr.upstream.respond(respond);
    const media = await asr.lab.putMedia(sound, wav);
    const error = await asr.lab.fail({ media }, options);

    expect(error).toMatchObject({ code, retryable });
    const told = error.message + asr.lab.logged();
    expect(told).toContain('the step failed');
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(new URL(asr.upstream.url).host);
    expect(told).not.toContain('secret-of-the-upstream');
    await until(async () => (await asr.lab.leftovers()).length === 0);
  });

  test('succeeds when the trouble passes within three tries', async () => {
    asr.upstream.respond(status(503), cutOff, heard);
    const media = await asr.lab.putMedia(sound, wav);
    await expect(asr.lab.succeed({ media }, options)).resolves.toMatchObject({ data: { language: 'ru' } });
    expect(asr.upstream.requests).toHaveLength(3);
  });

  test('waits as long as the upstream asks', async () => {
    asr.upstream.respond(status(429, { 'Retry-After': '1' }), heard);
    const media = await asr.lab.putMedia(sound, wav);
    const startedAt = performance.now();
    await asr.lab.succeed({ media }, options);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect(asr.upstream.requests).toHaveLength(2);
  });
});

test('a cancel ends the pause before another try within two seconds', async () => {
  const asr = await openTranscriberHarness();
  asr.upstream.respond(status(429, { 'Retry-After': '60' }));
  const media = await asr.lab.putMedia(sound, wav);
  const ticket = await asr.lab.send({ media }, options);
  await until(() => asr.upstream.requests.length === 1);

  const canceledAt = performance.now();
  asr.lab.cancel(ticket.taskId);
  await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
  expect(performance.now() - canceledAt).toBeLessThan(2_000);
  expect(asr.upstream.requests).toHaveLength(1);
  await asr.close();
});

test('a cancel ends the upload within two seconds', async () => {
  const asr = await openTranscriberHarness({ ASR_SILENCE_MS: '60000' });
  asr.upstream.respond(silence);
  const media = await asr.lab.putMedia(makeWav(60), wav);
  const ticket = await asr.lab.send({ media }, options);
  await until(() => asr.upstream.requests.length === 1);

  const canceledAt = performance.now();
  asr.lab.cancel(ticket.taskId);
  await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
  await until(() => asr.upstream.requests[0]?.isGone() === true);
  expect(performance.now() - canceledAt).toBeLessThan(2_000);
  await asr.close();
});
