import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startStubUpstream } from '@medley/testing';
import { startServiceHarness } from '@medley/testing/worker';
import { bodyOf, completion, languages, llmService } from './llm-harness';
import { startProvidersHarness, writeProviders, type ProvidersHarness } from './providers-harness';

const input = { text: { inline: 'Текст' } };
const options = { ...languages, prompt: 'p' };
const models = (...names: string[]): object => ({ models: names });

describe('several providers of a file', () => {
  let llm: ProvidersHarness<'cloud' | 'home'>;
  beforeEach(async () => {
    llm = await startProvidersHarness({ cloud: models('gpt-4o', 'shared'), home: models('qwen3', 'shared') });
  });
  afterEach(() => llm.close());

  test.each([
    ['the first model of the first one', {}, 'cloud', 'gpt-4o'],
    ['a model by its name, from any provider', { model: 'qwen3' }, 'home', 'qwen3'],
    ['the first provider of a model that several have', { model: 'shared' }, 'cloud', 'shared'],
    ['the first model of the named one', { provider: 'home' }, 'home', 'qwen3'],
    ['a model of the named one', { provider: 'home', model: 'shared' }, 'home', 'shared'],
  ] as const)('answer as %s', async (_, requested, provider, model) => {
    llm.upstreams[provider].respond(completion('ok'));
    const { data } = await llm.worker.succeed(input, { ...options, ...requested });
    expect(data).toMatchObject({ text: 'ok', provider });
    const [request] = llm.upstreams[provider].requests;
    expect(request?.headers.authorization).toBe(`Bearer sk-secret-of-${provider}`);
    expect(bodyOf(llm.upstreams[provider]).model).toBe(model);
    const silent = provider === 'cloud' ? 'home' : 'cloud';
    expect(llm.upstreams[silent].requests).toEqual([]);
  });

  test.each([
    [{ model: 'gpt-9' }, 'unknown model; known: gpt-4o, shared, qwen3'],
    [{ provider: 'home', model: 'gpt-4o' }, 'unknown model; known: qwen3, shared'],
    [{ provider: 'moon' }, 'unknown provider; known: cloud, home'],
  ])('refuse %j, with the known names', async (requested, message) => {
    const error = await llm.worker.fail(input, { ...options, ...requested });
    expect(error).toEqual({ code: 'OPTIONS_INVALID', message, retryable: false });
  });

  test('are announced with all their models', async () => {
    await expect(llm.worker.announcement()).resolves.toMatchObject({
      ready: true,
      engines: [
        { name: 'cloud', models: ['gpt-4o', 'shared'], default_model: 'gpt-4o' },
        { name: 'home', models: ['qwen3', 'shared'], default_model: 'qwen3' },
      ],
      default_engine: 'cloud',
    });
  });
});

test('the key of a provider may be in a file next to the list', async () => {
  const upstream = await startStubUpstream();
  upstream.respond(completion('ok'));
  const entry = { name: 'one', base_url: upstream.url, api_key_file: 'key.txt', ...models('m') };
  const file = await writeProviders([entry]);
  await writeFile(join(dirname(file.path), 'key.txt'), 'sk-from-a-file\n');
  const worker = await startServiceHarness(llmService, { LLM_PROVIDERS_FILE: file.path });
  await worker.succeed(input, options);
  expect(upstream.requests[0]?.headers.authorization).toBe('Bearer sk-from-a-file');
  await worker.close();
  await upstream.close();
  await file.remove();
});

describe('the cost of an answer', () => {
  const price = { input: 0.15, output: 0.6 };

  test('is the price of all its tokens, including corrections', async () => {
    const llm = await startProvidersHarness({ cloud: { models: [{ name: 'm', price }] } });
    llm.upstreams.cloud.respond(completion('no JSON'), completion('{"a": 1}'));
    const { data } = await llm.worker.succeed(input, { ...options, response_schema: { type: 'object' } });
    expect(data).toMatchObject({ usage: { input_tokens: 40, output_tokens: 10, cost: 0.000012 } });
    await llm.close();
  });

  test('is omitted for a model without a price', async () => {
    const llm = await startProvidersHarness({ cloud: models('m') });
    llm.upstreams.cloud.respond(completion('ok'));
    const { data } = await llm.worker.succeed(input, options);
    expect(data).toHaveProperty('usage', { input_tokens: 20, output_tokens: 5 });
    await llm.close();
  });
});

describe('a list of providers is refused at the start', () => {
  const fine = { name: 'a', base_url: 'http://127.0.0.1:1/v1', ...models('m') };
  const withoutUrl = { name: 'a', ...models('m') };
  const named = (name: string, fallback: unknown): object => ({ ...fine, name, fallback });

  test.each([
    ['without a model', [{ ...fine, models: [] }], '[0].models must contain at least 1 items'],
    ['without an address', [withoutUrl], '[0].base_url is required'],
    ['of an unknown kind', [{ ...fine, kind: 'gemini' }], '[0].kind must be one of [openai, anthropic]'],
    ['with a misspelt key', [{ ...fine, fall_back: 'b' }], '[0].fall_back is not allowed'],
    ['with a model twice', [{ ...fine, ...models('m', 'm') }], '[0].models[1] contains a duplicate value'],
    ['with a name twice', [fine, fine], 'contains a duplicate value'],
    [
      'with a context of no tokens',
      [{ ...fine, models: [{ name: 'm', context_tokens: 0 }] }],
      'context_tokens',
    ],
    [
      'with a price of half',
      [{ ...fine, models: [{ name: 'm', price: { input: 1 } }] }],
      'price.output is required',
    ],
    [
      'with an unknown fallback provider',
      [named('a', 'b')],
      'the fallback of a names the unknown provider b',
    ],
    [
      'with an unknown fallback model',
      [named('a', { provider: 'b', model: 'x' }), { ...fine, name: 'b' }],
      'the fallback of a names the model x, which b does not have',
    ],
    ['with itself as fallback', [named('a', 'a')], 'in a circle: a → a'],
    [
      'with a cycle of fallbacks',
      [named('a', 'b'), named('b', 'c'), named('c', 'b')],
      'in a circle: b → c → b',
    ],
    ['that is empty', [], 'must contain at least 1'],
  ])('%s', async (_title, list, message) => {
    const file = await writeProviders(list);
    const start = startServiceHarness(llmService, { LLM_PROVIDERS_FILE: file.path });
    await expect(start).rejects.toThrow(`LLM_PROVIDERS_FILE: `);
    await expect(start).rejects.toThrow(message);
    await file.remove();
  });

  test.each<[string, Record<string, string>]>([
    ['an address', { LLM_BASE_URL: 'http://127.0.0.1:1/v1' }],
    ['a kind', { LLM_KIND: 'anthropic' }],
    ['a key', { LLM_API_KEY: 'sk-one' }],
  ])('together with %s in the environment', async (_title, env) => {
    const file = await writeProviders([fine]);
    const start = startServiceHarness(llmService, { LLM_PROVIDERS_FILE: file.path, ...env });
    await expect(start).rejects.toThrow(/LLM_PROVIDERS_FILE and LLM_\w+ exclude each other/);
    await file.remove();
  });

  test('that is missing, by the name of the file', async () => {
    const start = startServiceHarness(llmService, { LLM_PROVIDERS_FILE: '/nowhere/providers.json' });
    await expect(start).rejects.toThrow('/nowhere/providers.json');
  });
});
