import { bytes, cutOff, json, silence, status, type Respond } from '../../../tests/support/stub-upstream';
import { until } from '../../../tests/support/until';
import { KEY, openTranscriberLab, verboseJson, type TranscriberLab } from './transcriber-lab';

const mp3 = { content_type: 'audio/mpeg', duration: 7.5 };
const options = { language: 'ru', diarization: true };
const notUtf8 = Buffer.from('{"text":"\xff"}', 'latin1');

const flood: Respond = (response) => {
  const part = Buffer.alloc(1024 * 1024, ' ');
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const pour = (left: number): void => {
    if (left === 0) response.end('{}');
    else response.write(part, () => pour(left - 1));
  };
  pour(25);
};

describe('a transcription whose upstream is in trouble', () => {
  let asr: TranscriberLab;
  beforeEach(async () => (asr = await openTranscriberLab()));
  afterEach(() => asr.close());

  test.each([
    ['429', status(429), 'UPSTREAM_RATE_LIMITED', true],
    ['502', status(502), 'UPSTREAM_UNAVAILABLE', true],
    ['413', status(413), 'UPSTREAM_REFUSED', false],
    ['a redirect', status(307, { Location: 'http://127.0.0.1:1/' }), 'UPSTREAM_REFUSED', false],
    ['silence', silence, 'UPSTREAM_TIMEOUT', true],
    ['a cut connection', cutOff, 'UPSTREAM_UNAVAILABLE', true],
    ['more than 20 MiB', flood, 'UPSTREAM_INVALID_ANSWER', true],
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
    const media = await asr.lab.putMedia(Buffer.from('sound'), mp3);
    const error = await asr.lab.fail({ media }, options);

    expect(error).toMatchObject({ code, retryable });
    const told = error.message + asr.lab.logged();
    expect(told).toContain('the step failed');
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(new URL(asr.upstream.url).host);
    expect(told).not.toContain('secret-of-the-upstream');
    await until(async () => (await asr.lab.leftovers()).length === 0);
  });
});

test('a cancel ends the upload within two seconds', async () => {
  const asr = await openTranscriberLab({ ASR_SILENCE_MS: '60000' });
  asr.upstream.respond(silence);
  const media = await asr.lab.putMedia(Buffer.alloc(5_000_000), mp3);
  const ticket = await asr.lab.send({ media }, options);
  await until(() => asr.upstream.requests.length === 1);

  const canceledAt = performance.now();
  asr.lab.cancel(ticket.taskId);
  await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
  await until(() => asr.upstream.requests[0]?.isGone() === true);
  expect(performance.now() - canceledAt).toBeLessThan(2_000);
  await asr.close();
});
