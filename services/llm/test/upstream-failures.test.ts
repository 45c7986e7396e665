import { bytes, cutOff, json, silence, status, type Respond } from '../../../tests/support/stub-upstream';
import { until } from '../../../tests/support/until';
import { completion, KEY, languages, startLlmHarness, type LlmHarness } from './llm-harness';

const options = { ...languages, prompt: 'p' };
const notUtf8 = Buffer.from('{"choices":[{"message":{"content":"\xff"}}]}', 'latin1');
const tenMegabytes = Buffer.from(JSON.stringify({ choices: [], filler: 'x'.repeat(10_000_000) }));
const noCompletion = { error: { message: 'secret-of-the-upstream' } };
const input = { text: { inline: 'Совершенно секретно' } };

describe('a step whose upstream is in trouble', () => {
  let llm: LlmHarness;
  beforeEach(async () => (llm = await startLlmHarness()));
  afterEach(() => llm.close());

  test.each([
    ['429', status(429), 'UPSTREAM_RATE_LIMITED', true],
    ['500', status(500), 'UPSTREAM_UNAVAILABLE', true],
    ['503', status(503), 'UPSTREAM_UNAVAILABLE', true],
    ['401', status(401), 'UPSTREAM_REFUSED', false],
    ['404 for a model that is gone', status(404), 'UPSTREAM_REFUSED', false],
    ['400', status(400), 'UPSTREAM_REFUSED', false],
    ['a redirect', status(302, { Location: 'http://127.0.0.1:1/' }), 'UPSTREAM_REFUSED', false],
    ['silence', silence, 'UPSTREAM_TIMEOUT', true],
    ['a cut connection', cutOff, 'UPSTREAM_UNAVAILABLE', true],
    ['10 MB', bytes(tenMegabytes), 'UPSTREAM_INVALID_ANSWER', true],
    ['invalid UTF-8', bytes(notUtf8), 'UPSTREAM_INVALID_ANSWER', true],
    ['no JSON', bytes(Buffer.from('<html>busy</html>')), 'UPSTREAM_INVALID_ANSWER', true],
    ['an empty body', bytes(Buffer.alloc(0)), 'UPSTREAM_INVALID_ANSWER', true],
    ['JSON that is no completion', json(noCompletion), 'UPSTREAM_INVALID_ANSWER', true],
    ['null', json(null), 'UPSTREAM_INVALID_ANSWER', true],
    ['no choice', json({ choices: [] }), 'UPSTREAM_INVALID_ANSWER', true],
    ['an empty answer', completion(''), 'UPSTREAM_INVALID_ANSWER', true],
    ['an answer that was cut short', completion('half of', { finish: 'length' }), 'TEXT_TOO_LONG', false],
    ['a refusal of the model', completion(null, { refusal: 'I cannot' }), 'UPSTREAM_REFUSED', false],
  ])('fails honestly after %s and tells no secret', async (_, respond, code, retryable) => {
    llm.upstream.respond(respond);
    const error = await llm.lab.fail(input, options);

    expect(error).toMatchObject({ code, retryable });
    const told = error.message + llm.lab.logged();
    expect(told).toContain('the step failed');
    expect(told).not.toContain(KEY);
    expect(told).not.toContain(new URL(llm.upstream.url).host);
    expect(told).not.toContain('secret-of-the-upstream');
    expect(told).not.toContain('секретно');
    await until(async () => (await llm.lab.leftovers()).length === 0);
  });

  test('says that a model is gone', async () => {
    llm.upstream.respond(status(404));
    const error = await llm.lab.fail(input, options);
    expect(error.message).toBe(
      'the language model refused the request with HTTP 404: it knows no such model, or its address is wrong',
    );
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test.each<[string, Respond]>([
    ['errors', status(503)],
    ['silence', silence],
    ['answers that make no sense', json({})],
  ])('asks three times in all after %s', async (_, respond) => {
    llm.upstream.respond(respond);
    await llm.lab.fail(input, options);
    expect(llm.upstream.requests).toHaveLength(3);
  });

  test('asks again after the pause that the upstream wants, and takes what then comes', async () => {
    llm.upstream.respond(status(429, { 'Retry-After': '1' }), completion('ok'));
    const startedAt = performance.now();
    await expect(llm.lab.succeed(input, options)).resolves.toMatchObject({ data: { text: 'ok' } });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(999);
    expect(llm.upstream.requests).toHaveLength(2);
  });

  test('does not wait for an upstream that wants hours', async () => {
    llm.upstream.respond(status(429, { 'Retry-After': '7200' }));
    await expect(llm.lab.fail(input, options)).resolves.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' });
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test('fails as unavailable when nobody listens there', async () => {
    await llm.upstream.close();
    const error = await llm.lab.fail(input, options);
    expect(error).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'the language model cannot be reached or broke off (ECONNREFUSED)',
      retryable: true,
    });
  });

  test('waits for an upstream that is slow but not silent', async () => {
    llm.upstream.respond((response) => {
      const whole = JSON.stringify({ choices: [{ message: { content: 'slowly' } }] });
      const parts = [whole.slice(0, 9), whole.slice(9, 20), whole.slice(20, 30), whole.slice(30)];
      const drip = setInterval(() => {
        const part = parts.shift();
        if (part !== undefined) response.write(part);
        if (parts.length === 0) {
          clearInterval(drip);
          response.end();
        }
      }, 250);
    });
    const { data } = await llm.lab.succeed(input, options);
    expect(data).toMatchObject({ text: 'slowly', usage: { input_tokens: 0, output_tokens: 0 } });
  });
});

test('a cancel ends the request within two seconds', async () => {
  const llm = await startLlmHarness({ LLM_SILENCE_MS: '60000' });
  llm.upstream.respond(silence);
  const ticket = await llm.lab.send(input, options);
  await until(() => llm.upstream.requests.length === 1);

  const canceledAt = performance.now();
  llm.lab.cancel(ticket.taskId);
  await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
  await until(() => llm.upstream.requests[0]?.isGone() === true);
  expect(performance.now() - canceledAt).toBeLessThan(2_000);
  await llm.close();
});

test('a cancel ends the pause before another try within two seconds', async () => {
  const llm = await startLlmHarness();
  llm.upstream.respond(status(429, { 'Retry-After': '50' }));
  const ticket = await llm.lab.send(input, options);
  await until(() => llm.upstream.requests.length === 1);

  const canceledAt = performance.now();
  llm.lab.cancel(ticket.taskId);
  await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
  expect(performance.now() - canceledAt).toBeLessThan(2_000);
  expect(llm.upstream.requests).toHaveLength(1);
  await llm.close();
});

test('a cancel in the middle of an answer ends it, too', async () => {
  const llm = await startLlmHarness({ LLM_SILENCE_MS: '60000' });
  llm.upstream.respond((response) => void response.writeHead(200).write('{"choices":'));
  const ticket = await llm.lab.send(input, options);
  await until(() => llm.upstream.requests.length === 1);

  llm.lab.cancel(ticket.taskId);
  await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
  await until(() => llm.upstream.requests[0]?.isGone() === true);
  await llm.close();
});

test('the proxy of the environment is not used', async () => {
  const before = process.env['http_proxy'];
  process.env['http_proxy'] = 'http://127.0.0.1:1';
  const llm = await startLlmHarness();
  try {
    llm.upstream.respond(completion('direct'));
    await expect(llm.lab.succeed(input, options)).resolves.toMatchObject({ data: { text: 'direct' } });
  } finally {
    if (before === undefined) delete process.env['http_proxy'];
    else process.env['http_proxy'] = before;
    await llm.close();
  }
});
