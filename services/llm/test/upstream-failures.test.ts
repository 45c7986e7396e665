import {
  type Responder,
  respondBytes,
  respondTruncated,
  respondJson,
  neverRespond,
  respondStatus,
  until,
  withFrozenTimers,
} from '@medley/testing';
import { completion, KEY, languages, startLlmHarness, type LlmHarness } from './llm-harness';

const options = { ...languages, prompt: 'p' };
const notUtf8 = Buffer.from('{"choices":[{"message":{"content":"\xff"}}]}', 'latin1');
const tenMegabytes = Buffer.from(JSON.stringify({ choices: [], filler: 'x'.repeat(10_000_000) }));
const noCompletion = { error: { message: 'secret-of-the-upstream' } };
const input = { text: { inline: 'Совершенно секретно' } };

/** Some turns of the event loop, in which what was written to a socket of this process is read from it. */
async function letBytesArrive(): Promise<void> {
  let turns = 0;
  await until(() => ++turns > 4);
}

describe('a step whose upstream fails', () => {
  let llm: LlmHarness;
  beforeEach(async () => (llm = await startLlmHarness()));
  afterEach(() => llm.close());
  /** Restarts with an idle timeout that neverRespond reaches soon; other responses may reach it on a busy machine. */
  const shortenTimeout = async (): Promise<void> => {
    await llm.close();
    llm = await startLlmHarness({ LLM_SILENCE_MS: '300' });
  };

  test.each([
    ['429', respondStatus(429), 'UPSTREAM_RATE_LIMITED', true],
    ['500', respondStatus(500), 'UPSTREAM_UNAVAILABLE', true],
    ['503', respondStatus(503), 'UPSTREAM_UNAVAILABLE', true],
    ['401', respondStatus(401), 'UPSTREAM_REFUSED', false],
    ['404 for an unknown model', respondStatus(404), 'UPSTREAM_REFUSED', false],
    ['400', respondStatus(400), 'UPSTREAM_REFUSED', false],
    ['a redirect', respondStatus(302, { Location: 'http://127.0.0.1:1/' }), 'UPSTREAM_REFUSED', false],
    ['silence', neverRespond, 'UPSTREAM_TIMEOUT', true],
    ['a cut connection', respondTruncated, 'UPSTREAM_UNAVAILABLE', true],
    ['10 MB', respondBytes(tenMegabytes), 'UPSTREAM_INVALID_ANSWER', true],
    ['invalid UTF-8', respondBytes(notUtf8), 'UPSTREAM_INVALID_ANSWER', true],
    ['no JSON', respondBytes(Buffer.from('<html>busy</html>')), 'UPSTREAM_INVALID_ANSWER', true],
    ['an empty body', respondBytes(Buffer.alloc(0)), 'UPSTREAM_INVALID_ANSWER', true],
    ['JSON that is no completion', respondJson(noCompletion), 'UPSTREAM_INVALID_ANSWER', true],
    ['null', respondJson(null), 'UPSTREAM_INVALID_ANSWER', true],
    ['no choice', respondJson({ choices: [] }), 'UPSTREAM_INVALID_ANSWER', true],
    ['an empty answer', completion(''), 'UPSTREAM_INVALID_ANSWER', true],
    ['an answer that was cut short', completion('half of', { finish: 'length' }), 'TEXT_TOO_LONG', false],
    ['a refusal of the model', completion(null, { refusal: 'I cannot' }), 'UPSTREAM_REFUSED', false],
  ])('fails with the error code for %s, without secrets', async (_, respond, code, retryable) => {
    if (respond === neverRespond) await shortenTimeout();
    llm.upstream.respond(respond);
    const error = await llm.worker.fail(input, options);

    expect(error).toMatchObject({ code, retryable });
    const reported = error.message + llm.worker.logged();
    expect(reported).toContain('the step failed');
    expect(reported).not.toContain(KEY);
    expect(reported).not.toContain(new URL(llm.upstream.url).host);
    expect(reported).not.toContain('secret-of-the-upstream');
    expect(reported).not.toContain('секретно');
    await until(async () => (await llm.worker.leftovers()).length === 0);
  });

  test('names a missing model as the cause', async () => {
    llm.upstream.respond(respondStatus(404));
    const error = await llm.worker.fail(input, options);
    expect(error.message).toBe(
      'the language model refused the request with HTTP 404: it knows no such model, or its address is wrong',
    );
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test.each<[string, Responder]>([
    ['errors', respondStatus(503)],
    ['silence', neverRespond],
    ['invalid answers', respondJson({})],
  ])('calls three times after %s', async (_, respond) => {
    if (respond === neverRespond) await shortenTimeout();
    llm.upstream.respond(respond);
    await llm.worker.fail(input, options);
    expect(llm.upstream.requests).toHaveLength(3);
  });

  test('retries after the delay of Retry-After and succeeds', async () => {
    llm.upstream.respond(respondStatus(429, { 'Retry-After': '7' }), completion('ok'));
    await withFrozenTimers(async (timers) => {
      const answer = llm.worker.succeed(input, options);
      await timers.untilSet(7_000);
      await timers.advance(6_999);
      expect(llm.upstream.requests).toHaveLength(1);
      await timers.advance(1);
      await expect(answer).resolves.toMatchObject({ data: { text: 'ok' } });
      expect(llm.upstream.requests).toHaveLength(2);
    });
  });

  test('does not wait for a Retry-After of hours', async () => {
    llm.upstream.respond(respondStatus(429, { 'Retry-After': '7200' }));
    await expect(llm.worker.fail(input, options)).resolves.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' });
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test('fails as unavailable when the upstream does not listen', async () => {
    await llm.upstream.close();
    const error = await llm.worker.fail(input, options);
    expect(error).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'the language model cannot be reached or broke off (ECONNREFUSED)',
      retryable: true,
    });
  });

  test('waits for an upstream that is slow but keeps sending', async () => {
    const everyMs = 20_000;
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
      }, everyMs);
    });
    const { data } = await withFrozenTimers(async (timers) => {
      const answer = llm.worker.succeed(input, options);
      await until(() => llm.upstream.requests.length === 1);
      for (let part = 0; part < 4; part += 1) {
        await timers.advance(everyMs);
        await letBytesArrive();
      }
      return answer;
    });
    expect(data).toMatchObject({ text: 'slowly', usage: { input_tokens: 0, output_tokens: 0 } });
  });
});

// Timers are frozen in these tests: what ends without a timer ends at once.
test('a cancel ends the request at once', () =>
  withFrozenTimers(async () => {
    const llm = await startLlmHarness({ LLM_SILENCE_MS: '60000' });
    llm.upstream.respond(neverRespond);
    const ticket = await llm.worker.send(input, options);
    await until(() => llm.upstream.requests.length === 1);

    llm.worker.cancel(ticket.taskId);
    const report = await ticket.finished;
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
    expect(report.elapsed_ms).toBe(0);
    await until(() => llm.upstream.requests[0]?.isAborted() === true);
    await llm.close();
  }));

test('a cancel ends the wait for a retry at once', () =>
  withFrozenTimers(async (timers) => {
    const llm = await startLlmHarness();
    llm.upstream.respond(respondStatus(429, { 'Retry-After': '50' }));
    const ticket = await llm.worker.send(input, options);
    await timers.untilSet(50_000);

    llm.worker.cancel(ticket.taskId);
    const report = await ticket.finished;
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
    expect(report.elapsed_ms).toBe(0);
    expect(llm.upstream.requests).toHaveLength(1);
    await llm.close();
  }));

test('a cancel ends a request within its response', async () => {
  const llm = await startLlmHarness({ LLM_SILENCE_MS: '60000' });
  llm.upstream.respond((response) => void response.writeHead(200).write('{"choices":'));
  const ticket = await llm.worker.send(input, options);
  await until(() => llm.upstream.requests.length === 1);

  llm.worker.cancel(ticket.taskId);
  await expect(ticket.finished).resolves.toMatchObject({ outcome: 'failed', error: { code: 'CANCELED' } });
  await until(() => llm.upstream.requests[0]?.isAborted() === true);
  await llm.close();
});

test('the proxy of the environment is not used', async () => {
  const before = process.env['http_proxy'];
  process.env['http_proxy'] = 'http://127.0.0.1:1';
  const llm = await startLlmHarness();
  try {
    llm.upstream.respond(completion('direct'));
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { text: 'direct' } });
  } finally {
    if (before === undefined) delete process.env['http_proxy'];
    else process.env['http_proxy'] = before;
    await llm.close();
  }
});
