import { status } from '../../../tests/support/stub-upstream';
import { bodyOf, completion, languages, openLlmLab, type LlmLab } from './llm-lab';

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
  let llm: LlmLab;
  beforeEach(async () => (llm = await openLlmLab()));
  afterEach(() => llm.close());

  test('is asked for natively and in words, and comes out parsed', async () => {
    llm.upstream.respond(completion(JSON.stringify(right, null, 2)));
    const result = await llm.lab.succeed(input, options);

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
  ])('is not asked for as strict when strict decoding cannot take the schema %j', async (loose) => {
    llm.upstream.respond(completion('[]'), completion('{"a": 1}'));
    await llm.lab.succeed(input, { ...options, response_schema: loose });
    expect(bodyOf(llm.upstream).response_format?.json_schema.strict).toBe(false);
  });

  test.each([
    ['fenced', '```json\n{"name":"Анна","age":30}\n```'],
    ['fenced amid words', 'Sure! Here it is:\n\n```\n{"name":"Анна","age":30}\n```\nAnything else?'],
    ['chatty', 'I found [1] this: {"name":"Анна","age":30} — as you wanted {sic}.'],
    ['after a byte order mark', '\uFEFF{"name":"Анна","age":30}'],
    ['after thoughts', '<think>{"name": "?"}</think>{"name":"Анна","age":30}'],
  ])('is understood when it is %s', async (_, answer) => {
    llm.upstream.respond(completion(answer));
    await expect(llm.lab.succeed(input, options)).resolves.toMatchObject({ data: { data: right } });
    expect(llm.upstream.requests).toHaveLength(1);
  });

  test.each([400, 422])(
    'is asked for in words alone when the upstream answers %i to the schema',
    async (code) => {
      llm.upstream.respond(status(code), completion('{"name": 1}'), completion(JSON.stringify(right)));
      await expect(llm.lab.succeed(input, options)).resolves.toMatchObject({ data: { data: right } });
      const formats = [0, 1, 2].map((index) => bodyOf(llm.upstream, index).response_format);
      expect(formats).toEqual([expect.anything(), undefined, undefined]);
    },
  );

  test('goes back with the words of the validator, twice at most, and all tokens are counted', async () => {
    const wrong = '{"name":"Анна","age":-1,"city":"?"}';
    llm.upstream.respond(completion(wrong), completion('Sorry.'), completion(JSON.stringify(right)));
    const result = await llm.lab.succeed(input, options);

    expect(result.data).toMatchObject({ data: right, usage: { input_tokens: 60, output_tokens: 15 } });
    const [, , answer, repair] = bodyOf(llm.upstream, 1).messages;
    expect(answer).toEqual({ role: 'assistant', content: wrong });
    expect(repair?.role).toBe('user');
    expect(repair?.content).toContain('- /age must be >= 0');
    expect(repair?.content).toContain('- / must NOT have additional properties: "city"');
    expect(bodyOf(llm.upstream, 2).messages).toHaveLength(6);
  });

  test('fails with the paths after two corrections, and gives no data', async () => {
    llm.upstream.respond(completion('{"name": 7, "age": "x"}'));
    const error = await llm.lab.fail(input, options);
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
    const result = await llm.lab.succeed(input, { ...options, response_schema: simple });
    expect(result.data).toMatchObject({ data });
  });

  test.each([
    ['nested without end', '['.repeat(100_000)],
    ['nested deeply', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['a megabyte of brackets', '{"a":['.repeat(120_000)],
    ['a megabyte of fences', '```'.repeat(300_000)],
  ])('costs no more than a wrong one when it is %s', async (_, answer) => {
    llm.upstream.respond(completion(answer));
    const startedAt = performance.now();
    const error = await llm.lab.fail(input, { ...options, response_schema: { type: 'string' } });
    expect(error.code).toBe('SCHEMA_MISMATCH');
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  test('does not stall the event loop, whatever the pattern of the schema', async () => {
    const evil = { type: 'string', pattern: '^(a|a)*$' };
    llm.upstream.respond(completion(JSON.stringify(`${'a'.repeat(60)}!`)));
    let longestMs = 0;
    let last = performance.now();
    const pulse = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 10);
    const error = await llm.lab.fail(input, { ...options, response_schema: evil });
    clearInterval(pulse);

    expect(error).toMatchObject({ code: 'SCHEMA_MISMATCH', message: expect.stringContaining('within 1 s') });
    expect(longestMs).toBeLessThan(500);
  });
});
