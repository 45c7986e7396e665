import { respondJson, type Responder, neverRespond, respondStatus, until } from '@medley/testing';
import { bodyOf, completion, languages } from './llm-harness';
import { startProvidersHarness, type ProvidersHarness } from './providers-harness';

const input = { text: { inline: 'Текст' } };
const options = { ...languages, prompt: 'p' };
const models = [{ name: 'big', price: { input: 10, output: 10 } }];

describe('a provider with a fallback', () => {
  let llm: ProvidersHarness<'first' | 'second' | 'third'>;
  const asked = (): number[] => Object.values(llm.upstreams).map(({ requests }) => requests.length);
  const start = async (firstSilenceMs = 30_000): Promise<void> => {
    const fallback = { provider: 'second', model: 'spare' };
    llm = await startProvidersHarness({
      first: { models, fallback, silence_ms: firstSilenceMs },
      second: { models: [{ name: 'default' }, { name: 'spare', context_tokens: 2048 }], fallback: 'third' },
      third: { models: [{ name: 'last' }] },
    });
  };
  beforeEach(() => start());
  afterEach(() => llm.close());

  test.each<[string, Responder]>([
    ['an overload', respondStatus(529)],
    ['errors', respondStatus(500)],
    ['silence', neverRespond],
    ['a limit of its rate', respondStatus(429, { 'Retry-After': '0' })],
    ['a limit for hours', respondStatus(429, { 'Retry-After': '7200' })],
  ])('fails over after %s, and the output names the provider that answered', async (_, failure) => {
    if (failure === neverRespond) {
      await llm.close();
      await start(300);
    }
    llm.upstreams.first.respond(failure);
    llm.upstreams.second.respond(completion('ok'));
    const { data } = await llm.worker.succeed(input, options);
    expect(data).toMatchObject({ text: 'ok', provider: 'second', model: 'gpt-4o-mini-2024-07-18' });
    expect(data).not.toHaveProperty('usage.cost');
    expect(bodyOf(llm.upstreams.second).model).toBe('spare');
    expect(asked()[2]).toBe(0);
  });

  test('fails over to the next one, and an unavailable provider is not tried first again', async () => {
    llm.upstreams.first.respond(respondStatus(503));
    llm.upstreams.second.respond(respondStatus(503));
    llm.upstreams.third.respond(completion('ok'));
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { provider: 'third' } });
    expect(asked()).toEqual([2, 2, 1]);
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { provider: 'third' } });
    expect(asked()).toEqual([2, 2, 2]);
  });

  test('is tried when all are unavailable, and its own error is reported', async () => {
    llm.upstreams.first.respond(respondStatus(503));
    llm.upstreams.second.respond(respondStatus(401));
    await expect(llm.worker.fail(input, options)).resolves.toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'the language model of first answered with HTTP 503',
      retryable: true,
    });
    expect(asked()).toEqual([2, 1, 0]);
  });

  test.each<[string, Responder, string]>([
    ['a refusal', respondStatus(401), 'UPSTREAM_REFUSED'],
    ['a used-up quota', respondJson({ error: { code: 'insufficient_quota' } }, 429), 'UPSTREAM_REFUSED'],
    ['a refusal of the model', completion(null, { refusal: 'No.' }), 'UPSTREAM_REFUSED'],
    ['an answer that cannot be understood', respondJson({}), 'UPSTREAM_INVALID_ANSWER'],
    ['an answer that was cut short', completion('half', { finish: 'length' }), 'TEXT_TOO_LONG'],
  ])('does not fail over after %s', async (_, respond, code) => {
    llm.upstreams.first.respond(respond);
    await expect(llm.worker.fail(input, options)).resolves.toMatchObject({ code });
    expect(asked().slice(1)).toEqual([0, 0]);
  });

  test('skips a fallback whose context is too small for the text', async () => {
    llm.upstreams.first.respond(respondStatus(503));
    llm.upstreams.third.respond(completion('ok'));
    const { data } = await llm.worker.succeed({ text: { inline: 'слово '.repeat(600) } }, options);
    expect(data).toMatchObject({ provider: 'third' });
    expect(asked()).toEqual([2, 0, 1]);
  });

  test('that is selected by name uses its own fallback only', async () => {
    llm.upstreams.third.respond(respondStatus(503));
    await expect(llm.worker.fail(input, { ...options, provider: 'third' })).resolves.toMatchObject({
      message: 'the language model of third answered with HTTP 503',
    });
    expect(asked()).toEqual([0, 0, 3]);
  });

  test('does not fail over after a cancel', async () => {
    llm.upstreams.first.respond(neverRespond);
    const ticket = await llm.worker.send(input, options);
    await until(() => asked()[0] === 1);
    llm.worker.cancel(ticket.taskId);
    await expect(ticket.finished).resolves.toMatchObject({ error: { code: 'CANCELED' } });
    await until(() => llm.upstreams.first.requests[0]?.isAborted() === true);
    expect(asked()).toEqual([1, 0, 0]);
  });
});

test('all steps of a process share the slots of a provider', async () => {
  const one = { models: [{ name: 'm' }], concurrency: 2, silence_ms: 60_000 };
  const llm = await startProvidersHarness({ one }, { CONCURRENCY: '8' });
  const open: (() => void)[] = [];
  llm.upstreams.one.respond((response, request) => {
    open.push(() => completion('ok')(response, request));
  });
  const tickets = await Promise.all(Array.from({ length: 6 }, () => llm.worker.send(input, options)));
  for (let answered = 0; answered < 6; answered += 2) {
    await until(() => open.length === answered + 2);
    for (const answer of open.slice(answered)) answer();
  }
  for (const { finished } of tickets) await expect(finished).resolves.toMatchObject({ outcome: 'completed' });
  await llm.close();
});
