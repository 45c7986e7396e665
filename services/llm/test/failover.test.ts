import { json, silence, status, type Respond } from '../../../tests/support/stub-upstream';
import { until } from '../../../tests/support/until';
import { bodyOf, completion, languages } from './llm-harness';
import { startProvidersHarness, type ProvidersHarness } from './providers-harness';

const input = { text: { inline: 'Текст' } };
const options = { ...languages, prompt: 'p' };
const models = [{ name: 'big', price: { input: 10, output: 10 } }];

describe('a provider with a fall-back', () => {
  let llm: ProvidersHarness<'first' | 'second' | 'third'>;
  const asked = (): number[] => Object.values(llm.upstreams).map(({ requests }) => requests.length);
  beforeEach(async () => {
    llm = await startProvidersHarness({
      first: { models, fallback: { provider: 'second', model: 'spare' } },
      second: { models: [{ name: 'default' }, { name: 'spare', context_tokens: 2048 }], fallback: 'third' },
      third: { models: [{ name: 'last' }] },
    });
  });
  afterEach(() => llm.close());

  test.each<[string, Respond]>([
    ['an overload', status(529)],
    ['errors', status(500)],
    ['silence', silence],
    ['a limit of its rate', status(429, { 'Retry-After': '0' })],
    ['a limit for hours', status(429, { 'Retry-After': '7200' })],
  ])('leaves the step to it after %s, and the output names who answered', async (_, trouble) => {
    llm.upstreams.first.respond(trouble);
    llm.upstreams.second.respond(completion('ok'));
    const { data } = await llm.lab.succeed(input, options);
    expect(data).toMatchObject({ text: 'ok', provider: 'second', model: 'gpt-4o-mini-2024-07-18' });
    expect(data).not.toHaveProperty('usage.cost');
    expect(bodyOf(llm.upstreams.second).model).toBe('spare');
    expect(asked()[2]).toBe(0);
  });

  test('goes on to the next one, and who was out is not asked first again', async () => {
    llm.upstreams.first.respond(status(503));
    llm.upstreams.second.respond(status(503));
    llm.upstreams.third.respond(completion('ok'));
    await expect(llm.lab.succeed(input, options)).resolves.toMatchObject({ data: { provider: 'third' } });
    expect(asked()).toEqual([2, 2, 1]);
    await expect(llm.lab.succeed(input, options)).resolves.toMatchObject({ data: { provider: 'third' } });
    expect(asked()).toEqual([2, 2, 2]);
  });

  test('is asked itself when all are out, and its own trouble is told', async () => {
    llm.upstreams.first.respond(status(503));
    llm.upstreams.second.respond(status(401));
    await expect(llm.lab.fail(input, options)).resolves.toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'the language model of first answered with HTTP 503',
      retryable: true,
    });
    expect(asked()).toEqual([2, 1, 0]);
  });

  test.each<[string, Respond, string]>([
    ['a refusal', status(401), 'UPSTREAM_REFUSED'],
    ['a used-up quota', json({ error: { code: 'insufficient_quota' } }, 429), 'UPSTREAM_REFUSED'],
    ['a refusal of the model', completion(null, { refusal: 'No.' }), 'UPSTREAM_REFUSED'],
    ['an answer that cannot be understood', json({}), 'UPSTREAM_INVALID_ANSWER'],
    ['an answer that was cut short', completion('half', { finish: 'length' }), 'TEXT_TOO_LONG'],
  ])('keeps the step after %s: the text goes nowhere else', async (_, respond, code) => {
    llm.upstreams.first.respond(respond);
    await expect(llm.lab.fail(input, options)).resolves.toMatchObject({ code });
    expect(asked().slice(1)).toEqual([0, 0]);
  });

  test('passes over one whose context the text does not fit', async () => {
    llm.upstreams.first.respond(status(503));
    llm.upstreams.third.respond(completion('ok'));
    const { data } = await llm.lab.succeed({ text: { inline: 'слово '.repeat(600) } }, options);
    expect(data).toMatchObject({ provider: 'third' });
    expect(asked()).toEqual([2, 0, 1]);
  });

  test('that is chosen by name has the one it is configured with, no other', async () => {
    llm.upstreams.third.respond(status(503));
    await expect(llm.lab.fail(input, { ...options, provider: 'third' })).resolves.toMatchObject({
      message: 'the language model of third answered with HTTP 503',
    });
    expect(asked()).toEqual([0, 0, 3]);
  });

  test('is not left for another after a cancel', async () => {
    llm.upstreams.first.respond(silence);
    const ticket = await llm.lab.send(input, options);
    await until(() => asked()[0] === 1);
    llm.lab.cancel(ticket.taskId);
    await expect(ticket.finished).resolves.toMatchObject({ error: { code: 'CANCELED' } });
    await until(() => llm.upstreams.first.requests[0]?.isGone() === true);
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
  const tickets = await Promise.all(Array.from({ length: 6 }, () => llm.lab.send(input, options)));
  for (let answered = 0; answered < 6; answered += 2) {
    await until(() => open.length === answered + 2);
    for (const answer of open.slice(answered)) answer();
  }
  for (const { finished } of tickets) await expect(finished).resolves.toMatchObject({ outcome: 'completed' });
  await llm.close();
});
