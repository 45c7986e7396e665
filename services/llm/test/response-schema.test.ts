import { busiestTurn, cpuTimeOf, respondStatus } from '@medley/testing';
import { bodyOf, completion, languages, startLlmHarness, type LlmHarness } from './llm-harness';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
  required: ['name', 'age'],
  additionalProperties: false,
};
const options = { ...languages, prompt: 'Who?', response_schema: schema };
const input = { text: { inline: 'Анне 30 лет.' } };
const right = { name: 'Анна', age: 30 };

describe('an answer by a response schema', () => {
  let llm: LlmHarness;
  beforeEach(async () => (llm = await startLlmHarness()));
  afterEach(() => llm.close());

  test('is requested by the schema in the request and in the prompt, and the output is parsed', async () => {
    llm.upstream.respond(completion(JSON.stringify(right, null, 2)));
    const result = await llm.worker.succeed(input, options);

    expect(result.data).toMatchObject({ data: right, text: JSON.stringify(right) });
    expect(result.text).toEqual({ inline: JSON.stringify(right) });
    const body = bodyOf(llm.upstream);
    expect(body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema },
    });
    expect(body.messages[1]?.content).toContain(JSON.stringify(schema));
  });

  test.each([
    { type: 'object', properties: { a: {} } },
    { type: 'object', properties: { a: {}, b: {} }, required: ['a'], additionalProperties: false },
    { type: 'array', items: { type: 'object' } },
  ])('is not requested as strict when strict mode does not support the schema %j', async (loose) => {
    llm.upstream.respond(completion('[]'), completion('{"a": 1}'));
    await llm.worker.succeed(input, { ...options, response_schema: loose });
    expect(bodyOf(llm.upstream).response_format?.json_schema.strict).toBe(false);
  });

  test.each([
    ['fenced', '```json\n{"name":"Анна","age":30}\n```'],
    ['fenced amid words', 'Sure! Here it is:\n\n```\n{"name":"Анна","age":30}\n```\nAnything else?'],
    ['chatty', 'I found [1] this: {"name":"Анна","age":30} — as you wanted {sic}.'],
    ['after a byte order mark', '\uFEFF{"name":"Анна","age":30}'],
    ['after thoughts', '<think>{"name": "?"}</think>{"name":"Анна","age":30}'],
  ])('is parsed when it is %s', async (_, answer) => {
    llm.upstream.respond(completion(answer));
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { data: right } });
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test.each([400, 422])(
    'is requested in simpler formats when the upstream answers %i to the schema',
    async (code) => {
      const refused = [respondStatus(code), respondStatus(code), respondStatus(code)];
      llm.upstream.respond(...refused, completion('{"name": 1}'), completion(JSON.stringify(right)));
      await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { data: right } });
      const formats = [0, 1, 2, 3, 4].map((index) => bodyOf(llm.upstream, index).response_format);
      expect(formats).toMatchObject([
        { type: 'json_schema', json_schema: { strict: true } },
        { type: 'json_schema', json_schema: { strict: false } },
        { type: 'json_object' },
        undefined,
        undefined,
      ]);
    },
  );

  test('is sent back with its faults at most twice, and all tokens are counted', async () => {
    const wrong = '{"name":"Анна","age":-1,"city":"?"}';
    llm.upstream.respond(completion(wrong), completion('Sorry.'), completion(JSON.stringify(right)));
    const result = await llm.worker.succeed(input, options);

    expect(result.data).toMatchObject({ data: right, usage: { input_tokens: 60, output_tokens: 15 } });
    const [, , answer, repair] = bodyOf(llm.upstream, 1).messages;
    expect(answer).toEqual({ role: 'assistant', content: wrong });
    expect(repair?.role).toBe('user');
    expect(repair?.content).toContain('- /age must be >= 0');
    expect(repair?.content).toContain('- / must NOT have additional properties: "city"');
    expect(bodyOf(llm.upstream, 2).messages).toHaveLength(6);
  });

  test('is corrected within the context of the model: older answers are omitted first, then the last one', async () => {
    const small = await startLlmHarness({ LLM_CONTEXT_TOKENS: '2048' });
    const wrong = (letters: number): string => JSON.stringify({ name: 'word '.repeat(letters / 5) });
    small.upstream.respond(
      completion(wrong(2_000)),
      completion(wrong(2_000)),
      completion(JSON.stringify(right)),
    );
    await small.worker.succeed(input, options);
    const roles = (index: number): string[] => bodyOf(small.upstream, index).messages.map(({ role }) => role);
    expect(roles(1)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(roles(2)).toEqual(['system', 'user', 'assistant', 'user']);

    small.upstream.respond(completion(wrong(5_000)), completion(JSON.stringify(right)));
    await small.worker.succeed(input, options);
    expect(roles(4)).toEqual(['system', 'user']);
    expect(bodyOf(small.upstream, 4).messages[1]?.content).toContain("must have required property 'age'");
    await small.close();
  });

  test('is the first valid one of several values in a text', async () => {
    const answer = 'Like {"name": "Name", "years": "…"}? No: {"name":"Анна","age":30}';
    llm.upstream.respond(completion(answer));
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { data: right } });
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test.each([
    ['as it is', `<tool_call>{"name": "answer", "arguments": ${JSON.stringify(right)}}</tool_call>`],
    ['as text', JSON.stringify({ name: 'answer', arguments: JSON.stringify(right) })],
  ])('may be the arguments of a tool call in text, %s', async (_, answer) => {
    llm.upstream.respond(completion(answer));
    await expect(llm.worker.succeed(input, options)).resolves.toMatchObject({ data: { data: right } });
  });

  test('is not repaired: invalid JSON is sent back', async () => {
    llm.upstream.respond(completion('{"name": "Анна", "age": 30,}'), completion(JSON.stringify(right)));
    await llm.worker.succeed(input, options);
    expect(bodyOf(llm.upstream, 1).messages.at(-1)?.content).toContain('- / must be a JSON value');
  });

  test('fails with the paths of its faults after two corrections', async () => {
    llm.upstream.respond(completion('{"name": 7, "age": "x"}'));
    const error = await llm.worker.fail(input, options);
    expect(error).toEqual({
      code: 'SCHEMA_MISMATCH',
      message:
        'the model’s answer does not fit the response schema after 2 corrections: ' +
        '/name must be string; /age must be integer',
      retryable: false,
    });
    expect(llm.upstream.requests).toHaveLength(3);
  });

  test.each([
    ['null', { type: 'null' }, 'null', null],
    ['false', { type: 'boolean' }, 'false', false],
    ['a number', { type: 'number' }, '4.5', 4.5],
    ['a list', { type: 'array', items: { type: 'string' } }, '["a"]', ['a']],
  ])('may be %s', async (_, simple, answer, data) => {
    llm.upstream.respond(completion(answer));
    const result = await llm.worker.succeed(input, { ...options, response_schema: simple });
    expect(result.data).toMatchObject({ data });
  });

  test.each([
    ['nested without end', '['.repeat(100_000)],
    ['nested deeply', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['a megabyte of brackets', '{"a":['.repeat(120_000)],
    ['a megabyte of fences', '```'.repeat(300_000)],
  ])('is handled as an invalid answer when it is %s', async (_, answer) => {
    llm.upstream.respond(completion(answer));
    const spent = await cpuTimeOf(async () => {
      const error = await llm.worker.fail(input, { ...options, response_schema: { type: 'string' } });
      expect(error.code).toBe('SCHEMA_MISMATCH');
    });
    expect(spent).toBeLessThan(8_000);
  });

  test('does not block the event loop, whatever the pattern of the schema', async () => {
    const evil = { type: 'string', pattern: '^(a|a)*$' };
    llm.upstream.respond(completion(JSON.stringify(`${'a'.repeat(60)}!`)));
    const busiest = await busiestTurn(async () => {
      const error = await llm.worker.fail(input, { ...options, response_schema: evil });
      expect(error).toMatchObject({
        code: 'SCHEMA_MISMATCH',
        message: expect.stringContaining('within 1 s'),
      });
    }, 500);
    expect(busiest).toBeLessThan(500);
  });
});
