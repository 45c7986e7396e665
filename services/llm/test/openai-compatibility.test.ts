import { respondJson, type Responder } from '@medley/testing';
import { bodyOf, completion, languages, type ChatBody } from './llm-harness';
import { startProvidersHarness, type ProvidersHarness } from './providers-harness';

const input = { text: { inline: 'Анне 30 лет.' } };
const options = { ...languages, prompt: 'Who?' };
const schema = {
  type: 'object',
  properties: { age: { type: 'integer' } },
  required: ['age'],
  additionalProperties: false,
};
const right = completion('{"age": 30}');

/** Refusals as the servers send them. */
function openAiRefusal(param: string | null, code: string | null, message: string, status = 400): Responder {
  return respondJson({ error: { message, type: 'invalid_request_error', param, code } }, status);
}
const refusals = {
  maxTokens: openAiRefusal(
    'max_tokens',
    'unsupported_parameter',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ),
  temperature: openAiRefusal(
    'temperature',
    'unsupported_value',
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
  ),
  groqSchema: openAiRefusal(
    'response_format',
    null,
    'This model does not support response format `json_schema`.',
  ),
  vllmSchema: respondJson(
    {
      object: 'error',
      message: 'Grammar error: Unimplemented keys',
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    400,
  ),
  pydantic: respondJson(
    { detail: [{ type: 'literal_error', loc: ['body', 'response_format', 'type'], msg: 'x' }] },
    422,
  ),
};

const choice = (message: object, finish = 'stop'): Responder =>
  respondJson({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'qwen3:8b',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25, completion_tokens_details: {} },
  });

describe('an OpenAI-compatible model', () => {
  let llm: ProvidersHarness<'one'>;
  const bodies = (): ChatBody[] =>
    llm.upstreams.one.requests.map((_, index) => bodyOf(llm.upstreams.one, index));
  const formats = (): (string | undefined)[] =>
    bodies().map(({ response_format: format }) =>
      format?.type === 'json_schema' ? (format.json_schema.strict ? 'strict' : 'loose') : format?.type,
    );
  beforeEach(async () => {
    llm = await startProvidersHarness({
      one: { models: [{ name: 'm', output_tokens: 2000 }, { name: 'other' }], silence_ms: 5000 },
    });
  });
  afterEach(() => llm.close());

  test('that requires max_completion_tokens and no temperature gets them, and refused parameters are not sent again', async () => {
    llm.upstreams.one.respond(refusals.maxTokens, refusals.temperature, completion('ok'));
    await llm.worker.succeed(input, { ...options, temperature: 0.2 });
    await llm.worker.succeed(input, { ...options, temperature: 0.2 });
    await llm.worker.succeed(input, { ...options, temperature: 0.2, model: 'other' });
    expect(bodies().map((body) => ({ ...body, messages: [], stream: null, stream_options: null }))).toEqual([
      { model: 'm', messages: [], stream: null, stream_options: null, temperature: 0.2, max_tokens: 2000 },
      {
        model: 'm',
        messages: [],
        stream: null,
        stream_options: null,
        temperature: 0.2,
        max_completion_tokens: 2000,
      },
      { model: 'm', messages: [], stream: null, stream_options: null, max_completion_tokens: 2000 },
      { model: 'm', messages: [], stream: null, stream_options: null, max_completion_tokens: 2000 },
      { model: 'other', messages: [], stream: null, stream_options: null, temperature: 0.2 },
    ]);
  });

  test.each(['groqSchema', 'vllmSchema', 'pydantic'] as const)(
    'that knows no schema (%s) is asked for a JSON object, after two schemas at once',
    async (name) => {
      const twice = [refusals[name], refusals[name], right];
      llm.upstreams.one.respond(...twice, ...twice, right);
      for (let round = 0; round < 3; round += 1) {
        const { data } = await llm.worker.succeed(input, { ...options, response_schema: schema });
        expect(data).toMatchObject({ data: { age: 30 } });
      }
      const learning = ['strict', 'loose', 'json_object'];
      expect(formats()).toEqual([...learning, ...learning, 'json_object']);
    },
  );

  test('that refuses one schema still receives the next one in the request', async () => {
    llm.upstreams.one.respond(right, refusals.vllmSchema, refusals.vllmSchema, right);
    for (let round = 0; round < 3; round += 1) {
      await llm.worker.succeed(input, { ...options, response_schema: schema });
    }
    expect(formats()).toEqual(['strict', 'strict', 'loose', 'json_object', 'strict']);
  });

  test('receives only supported parameters in further calls of a step', async () => {
    llm.upstreams.one.respond(refusals.groqSchema, refusals.groqSchema, completion('[]'), right);
    await llm.worker.succeed(input, { ...options, response_schema: schema });
    expect(formats()).toEqual(['strict', 'loose', 'json_object', 'json_object']);
  });

  test('receives a schema with a list as its root as an object, and the output is the list', async () => {
    llm.upstreams.one.respond(completion('{"answer": [1, 2]}'));
    const list = { type: 'array', items: { type: 'integer' } };
    const { data } = await llm.worker.succeed(input, { ...options, response_schema: list });
    expect(data).toMatchObject({ data: [1, 2], text: '[1,2]' });
    expect(bodies()[0]?.response_format?.json_schema).toMatchObject({
      strict: true,
      schema: { type: 'object', properties: { answer: list }, required: ['answer'] },
    });
  });

  test.each([
    [
      'parts',
      {
        content: [
          { type: 'text', text: 'Two ' },
          { type: 'text', text: 'words.' },
        ],
      },
    ],
    [
      'parts, one of them reasoning',
      {
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'Two words.' },
        ],
      },
    ],
    [
      'words, with the reasoning in its own field',
      { content: 'Two words.', reasoning_content: 'Hm.', reasoning: 'Hm.' },
    ],
    ['words after reasoning', { content: '<think>\nHm.\n</think>\n\nTwo words.' }],
    ['words after reasoning without its opening tag', { content: 'Hm.\n</think>\n\nTwo words.' }],
    [
      'the arguments of a tool',
      {
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'answer', arguments: 'Two words.' } }],
      },
    ],
  ])('may respond with %s', async (_, message) => {
    llm.upstreams.one.respond(choice(message));
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { text: 'Two words.' } });
  });

  test('keeps a closing tag of reasoning that is part of the text', async () => {
    const quoted = 'Write &lt;/think&gt; as </think>.';
    llm.upstreams.one.respond(choice({ content: quoted }));
    const { data } = await llm.worker.succeed({ text: { inline: quoted } }, options);
    expect(data).toMatchObject({ text: quoted });
  });

  test.each([
    [
      'OpenAI',
      openAiRefusal(
        'messages',
        'context_length_exceeded',
        "This model's maximum context length is 8192 tokens.",
      ),
    ],
    [
      'Groq',
      openAiRefusal(
        'messages',
        'context_length_exceeded',
        'Please reduce the length of the messages or completion.',
      ),
    ],
    [
      'llama.cpp',
      respondJson(
        {
          error: {
            code: 400,
            message: 'the request exceeds the available context size, try increasing it',
            type: 'exceed_context_size_error',
          },
        },
        400,
      ),
    ],
    [
      'vLLM',
      respondJson(
        {
          error: {
            message:
              "You passed 1015 input tokens and requested 10 output tokens. However, the model's context length is only 1024 tokens.",
            type: 'BadRequestError',
            param: 'input_tokens',
            code: 400,
          },
        },
        400,
      ),
    ],
  ])('whose context is exceeded fails with TEXT_TOO_LONG, for the refusal of %s', async (_, refusal) => {
    llm.upstreams.one.respond(refusal);
    const error = await llm.worker.fail(input, { ...options, response_schema: schema });
    expect(error).toEqual({
      code: 'TEXT_TOO_LONG',
      message: 'the text is longer than the language model of one can read at once',
      retryable: false,
    });
    expect(llm.upstreams.one.requests).toHaveLength(1);
  });

  test.each([
    [
      'a quota that is used up',
      openAiRefusal(null, 'insufficient_quota', 'You exceeded your current quota.', 429),
      'UPSTREAM_REFUSED',
      1,
    ],
    ['a filter', choice({ content: '' }, 'content_filter'), 'UPSTREAM_REFUSED', 1],
    ['reasoning without end', choice({ content: '<think> Hm, hm, ' }), 'UPSTREAM_INVALID_ANSWER', 3],
    [
      'a number of tokens that is too large',
      openAiRefusal('max_tokens', 'invalid_value', 'max_tokens is too large: 2000.'),
      'UPSTREAM_REFUSED',
      2,
    ],
    [
      'a refusal that has no end',
      (response) => void response.writeHead(400).write('{"error":'),
      'UPSTREAM_REFUSED',
      1,
    ],
    ['a refusal of a megabyte', respondJson({ error: 'x'.repeat(1_000_000) }, 400), 'UPSTREAM_REFUSED', 1],
  ])('that responds with %s fails the step', async (_, respond, code, asked) => {
    llm.upstreams.one.respond(respond);
    await expect(llm.worker.fail(input, options)).resolves.toMatchObject({ code });
    expect(llm.upstreams.one.requests).toHaveLength(asked);
  });
});
