import { type Responder, respondJson, until, withFrozenTimers } from '@medley/testing';
import { bodyOf, completion, languages, startLlmHarness, type LlmHarness } from './llm-harness';

const input = { text: { inline: 'Текст' } };
const options = { ...languages, prompt: 'p' };
const schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] };

/** Responds with events, with a pause before each; without an end the response stays open. */
function events(list: readonly string[], how: { everyMs?: number; isOpen?: boolean } = {}): Responder {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    const left = [...list];
    const drip = setInterval(() => {
      const one = left.shift();
      if (one !== undefined) response.write(one);
      if (left.length > 0) return;
      clearInterval(drip);
      if (!how.isOpen) response.end();
    }, how.everyMs ?? 0);
    response.once('close', () => clearInterval(drip));
  };
}

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** Chunks of OpenAI and compatible servers. */
const facts = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'gpt-4o-mini-2024-07-18',
};
const chunk = (delta: object, finish: string | null = null): string =>
  data({ ...facts, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], usage: null });
const usage = data({
  ...facts,
  choices: [],
  usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 },
});
const done = 'data: [DONE]\n\n';
const opening = chunk({ role: 'assistant', content: '', refusal: null });
const words = [opening, chunk({ content: 'Готово' }), chunk({ content: ', 👋.' })];

describe('a streamed answer', () => {
  let llm: LlmHarness;
  beforeEach(async () => (llm = await startLlmHarness()));
  afterEach(() => llm.close());

  test('is assembled with its token counts, however slow it is', async () => {
    const comment = ': OPENROUTER PROCESSING\n\n';
    const list = [comment, ...words, chunk({}, 'stop'), usage, done];
    const everyMs = 20_000;
    llm.upstream.respond(events(list, { everyMs }));
    const output = await withFrozenTimers(async (timers) => {
      const answer = llm.worker.succeed(input, options);
      await until(() => llm.upstream.requests.length === 1);
      for (let sent = 0; sent < list.length;) {
        await timers.advance(everyMs);
        sent += 1;
        // Some turns of the event loop, in which the bytes arrive.
        let turns = 0;
        await until(() => ++turns > 4);
      }
      return answer;
    });
    expect(output).toMatchObject({
      data: {
        text: 'Готово, 👋.',
        model: 'gpt-4o-mini-2024-07-18',
        usage: { input_tokens: 20, output_tokens: 5 },
      },
    });
    expect(bodyOf(llm.upstream)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test('may be split anywhere into packets, within a character, too', async () => {
    const whole = Buffer.from([...words, chunk({}, 'stop'), done].join('').replaceAll('\n', '\r\n'));
    llm.upstream.respond((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      let at = 0;
      const next = (): void => {
        response.write(whole.subarray(at, (at += 7)));
        if (at < whole.length) setImmediate(next);
        else response.end();
      };
      next();
    });
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({
      data: { text: 'Готово, 👋.' },
    });
  });

  test('is not requested with a schema', async () => {
    llm.upstream.respond(completion('{"age": 1}'));
    await llm.worker.succeed(input, { ...options, response_schema: schema });
    expect(bodyOf(llm.upstream)).not.toHaveProperty('stream');
  });

  test('is not requested again after a refusal', async () => {
    const forbidden = [
      { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
    ];
    const mistral = respondJson(
      { object: 'error', message: { detail: forbidden }, type: 'invalid_request_error' },
      422,
    );
    const verify = 'Your organization must be verified to stream this model.';
    const openAi = respondJson(
      { error: { message: verify, param: 'stream', code: 'unsupported_value' } },
      400,
    );
    llm.upstream.respond(mistral, openAi, completion('ok'));
    await llm.worker.succeed(input, options);
    await llm.worker.succeed(input, options);
    const asked = llm.upstream.requests.map((_, index) =>
      Object.keys(bodyOf(llm.upstream, index)).filter((key) => key.startsWith('stream')),
    );
    expect(asked).toEqual([['stream', 'stream_options'], ['stream'], [], []]);
  });

  const noise = chunk({ content: 'x'.repeat(100_000) });
  test.each<[string, Responder, string, number]>([
    ['an end without a reason', events([...words, done]), 'UPSTREAM_UNAVAILABLE', 3],
    [
      'an error in the middle',
      events([...words, data({ error: { message: 'no', code: 500 } })]),
      'UPSTREAM_UNAVAILABLE',
      3,
    ],
    ['silence in the middle', events(words, { isOpen: true }), 'UPSTREAM_TIMEOUT', 3],
    [
      'a broken connection',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(words.join(''), () => response.destroy());
      },
      'UPSTREAM_UNAVAILABLE',
      3,
    ],
    ['an event that is no JSON', events([...words, 'data: {"choices"\n\n']), 'UPSTREAM_INVALID_ANSWER', 3],
    [
      'invalid UTF-8',
      (response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/event-stream' })
          .end(Buffer.from('data: "\xff"\n\n', 'latin1')),
      'UPSTREAM_INVALID_ANSWER',
      3,
    ],
    ['words without end', events(Array.from({ length: 20 }, () => noise)), 'UPSTREAM_INVALID_ANSWER', 3],
    ['a line without end', events([`data: ${'x'.repeat(2_000_000)}`]), 'UPSTREAM_INVALID_ANSWER', 3],
    ['no words', events([opening, chunk({}, 'stop'), done]), 'UPSTREAM_INVALID_ANSWER', 3],
    ['a cut', events([...words, chunk({}, 'length'), done]), 'TEXT_TOO_LONG', 1],
    [
      'a refusal',
      events([opening, chunk({ refusal: 'No' }), chunk({}, 'stop'), done]),
      'UPSTREAM_REFUSED',
      1,
    ],
  ])('fails with the error code for %s', async (_, respond, code, asked) => {
    if (code === 'UPSTREAM_TIMEOUT') {
      await llm.close();
      llm = await startLlmHarness({ LLM_SILENCE_MS: '300' });
    }
    llm.upstream.respond(respond);
    await expect(llm.worker.fail(input, options)).resolves.toMatchObject({ code });
    expect(llm.upstream.requests).toHaveLength(asked);
  });

  test('is ended by a cancel', async () => {
    llm.upstream.respond(
      events(
        Array.from({ length: 1_000 }, () => chunk({ content: 'x' })),
        { everyMs: 50 },
      ),
    );
    const ticket = await llm.worker.send(input, options);
    await until(() => llm.upstream.requests.length === 1);
    llm.worker.cancel(ticket.taskId);
    await expect(ticket.finished).resolves.toMatchObject({ error: { code: 'CANCELED' } });
    await until(() => llm.upstream.requests[0]?.isAborted() === true);
  });
});

describe('a streamed answer of Anthropic', () => {
  let llm: LlmHarness;
  beforeEach(async () => (llm = await startLlmHarness({ LLM_KIND: 'anthropic', LLM_MODEL: 'claude-x' })));
  afterEach(() => llm.close());

  const event = (type: string, value: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
  const start = event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-x-1',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 20, cache_read_input_tokens: 3, output_tokens: 1 },
    },
  });
  const ping = event('ping', {});
  const block = (index: number, content: object): string =>
    event('content_block_start', { index, content_block: content });
  const delta = (index: number, piece: object): string =>
    event('content_block_delta', { index, delta: piece });
  const end = (reason: string): string =>
    event('content_block_stop', { index: 0 }) +
    event('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 5 },
    }) +
    event('message_stop', {});

  test('is assembled without thinking blocks', async () => {
    llm.upstream.respond(
      events([
        start,
        ping,
        block(0, { type: 'thinking', thinking: '' }),
        delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
        block(1, { type: 'text', text: '' }),
        delta(1, { type: 'text_delta', text: 'Гото' }),
        delta(1, { type: 'text_delta', text: 'во.' }),
        event('something_new', {}),
        end('end_turn'),
      ]),
    );
    const { data: output } = await llm.worker.succeed(input, options);
    expect(output).toEqual({
      text: 'Готово.',
      provider: 'default',
      model: 'claude-x-1',
      usage: { input_tokens: 23, output_tokens: 5 },
    });
    expect(bodyOf(llm.upstream)).toMatchObject({ stream: true });
  });

  test('may be the input of the tool, in chunks', async () => {
    llm.upstream.respond(
      events([
        start,
        block(0, { type: 'tool_use', id: 'toolu_1', name: 'answer', input: {} }),
        delta(0, { type: 'input_json_delta', partial_json: '{"a' }),
        delta(0, { type: 'input_json_delta', partial_json: 'ge": 30}' }),
        end('tool_use'),
      ]),
    );
    const { data: output } = await llm.worker.succeed(input, { ...options, response_schema: schema });
    expect(output).toMatchObject({ data: { age: 30 } });
  });

  test.each<[string, string[], string]>([
    [
      'an overload in the middle',
      [event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })],
      'UPSTREAM_UNAVAILABLE',
    ],
    [
      'a limit in the middle',
      [event('error', { error: { type: 'rate_limit_error', message: 'x' } })],
      'UPSTREAM_RATE_LIMITED',
    ],
    ['no end', [delta(0, { type: 'text_delta', text: 'half' })], 'UPSTREAM_UNAVAILABLE'],
    [
      'a tool cut short',
      [
        block(1, { type: 'tool_use', name: 'answer' }),
        delta(1, { type: 'input_json_delta', partial_json: '{"a' }),
        end('max_tokens'),
      ],
      'TEXT_TOO_LONG',
    ],
    ['a refusal', [end('refusal')], 'UPSTREAM_REFUSED'],
  ])('fails with the error code for %s', async (_, list, code) => {
    llm.upstream.respond(events([start, block(0, { type: 'text', text: '' }), ...list]));
    await expect(llm.worker.fail(input, options)).resolves.toMatchObject({ code });
  });
});
