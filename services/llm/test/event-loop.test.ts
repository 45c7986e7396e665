import { busiestTurn, respondBytes, canMeasureTurns } from '@medley/testing';
import { languages, startLlmHarness, type LlmHarness } from './llm-harness';

const input = { text: { inline: 'Текст' } };
const options = { ...languages, prompt: 'p' };

/** A chat completion of `bytes` bytes that repeats one text. */
function answer(piece: string, size: number, opening = '', closing = ''): Buffer {
  const times = Math.floor(size / Buffer.byteLength(JSON.stringify(piece).slice(1, -1)));
  const content = opening + piece.repeat(times) + closing;
  return Buffer.from(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }));
}

(canMeasureTurns ? describe : describe.skip)('the event loop is not blocked', () => {
  let llm: LlmHarness;
  beforeEach(async () => (llm = await startLlmHarness({ LLM_SILENCE_MS: '60000' })));
  afterEach(() => llm.close());

  test.each([
    ['10 MB arrive', answer('x', 10_000_000)],
    ['a megabyte of words arrives', answer('word ', 1_000_000)],
    ['a megabyte of brackets arrives', answer('{"a":[', 1_000_000)],
    ['a megabyte of JSON arrives', answer('{"a":[1,"b"]} ', 1_000_000)],
    ['a megabyte of one value arrives', answer('[1,2,3,4,5,6,7,8,9,0],', 1_000_000, '[', '0]')],
    ['a megabyte of fences arrives', answer('```', 1_000_000)],
    ['a megabyte of unclosed reasoning tags arrives', answer('<think></think', 1_000_000)],
  ])('while %s', async (what, body) => {
    llm.upstream.respond(respondBytes(body));
    // Parsing, validating and sending back a megabyte takes time without yielding.
    const limitMs = what === '10 MB arrive' ? 100 : 250;
    const schema = { type: 'object', required: ['a'], maxProperties: 0 };
    const work = (): Promise<unknown> => llm.worker.fail(input, { ...options, response_schema: schema });
    expect(await busiestTurn(work, limitMs)).toBeLessThan(limitMs);
  });
});
