import type { ModelCall } from '@medley/testing';
import { promptTemplateNames, promptTemplates } from '@medley/contracts';
import {
  numberedText,
  numbersIn,
  startLongTextHarness,
  translate,
  type LongTextHarness,
} from './long-text-harness';

const text = numberedText(60_000);
const last = Math.max(...numbersIn(text));
let long: LongTextHarness | undefined;
afterEach(async () => {
  await long?.close();
  long = undefined;
});

/** Notes name the first and last sentence of a chunk; the answer repeats the notes. */
function takeNotes({ stage, text: part }: ModelCall): string {
  const numbers = numbersIn(part);
  const range = `номер ${Math.min(...numbers)} номер ${Math.max(...numbers)}`;
  return stage === 'part' ? range : `The summary of ${part.replaceAll('\n\n', '; ')}`;
}
const partsOf = ({ model }: LongTextHarness): ModelCall[] =>
  model.calls.filter(({ stage }) => stage === 'part');

describe('a long text that is summarized', () => {
  test('is answered once from notes on its chunks, in the order of the text', async () => {
    const harness = (long = await startLongTextHarness({ contextTokens: 4_096, answer: takeNotes }));
    const output = await harness.succeed(text, { template: 'summary', prompt: 'In verse' });

    const parts = partsOf(harness).toSorted((a, b) => (a.place?.part ?? 0) - (b.place?.part ?? 0));
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.map(({ place }) => place)).toEqual(
      parts.map((_, index) => ({ part: index + 1, parts: parts.length })),
    );
    const reduced = harness.model.calls.filter(({ stage }) => stage === 'reduce');
    expect(reduced).toHaveLength(1);
    expect(harness.model.calls).toHaveLength(parts.length + 1);
    expect(reduced[0]?.text).toBe(parts.map(takeNotes).join('\n\n'));
    expect(output.text).toBe(`The summary of ${parts.map(takeNotes).join('; ')}`);
    expect(new Set(harness.model.calls.map(({ instruction }) => instruction))).toEqual(new Set(['In verse']));
    expect(output.usage.input_tokens).toBe(harness.model.calls.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(harness.model.refused()).toBe(0);
  });

  test('has chunks that contain every sentence and repeat the last two of the preceding chunk', async () => {
    const harness = (long = await startLongTextHarness({ contextTokens: 4_096, answer: takeNotes }));
    await harness.succeed(text, { template: 'minutes' });

    const parts = partsOf(harness).toSorted((a, b) => (a.place?.part ?? 0) - (b.place?.part ?? 0));
    const ends = parts.map(({ text: part }) => numbersIn(part));
    for (const [index, numbers] of ends.entries()) {
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
      expect(numbers[0]).toBe(index === 0 ? 1 : (ends[index - 1]?.at(-1) ?? 0) - 1);
    }
    expect(ends.at(-1)?.at(-1)).toBe(last);
  });

  test('uses the schema for the answer only, and describes it in the prompts of chunks', async () => {
    const schema = { type: 'object', properties: { from: { type: 'integer' } }, required: ['from'] };
    const answer = (call: ModelCall): string =>
      call.stage === 'part' ? takeNotes(call) : JSON.stringify({ from: Math.min(...numbersIn(call.text)) });
    const harness = (long = await startLongTextHarness({ contextTokens: 4_096, answer }));
    const output = await harness.succeed(text, { template: 'summary', response_schema: schema });

    expect(output.data).toEqual({ from: 1 });
    expect(
      harness.model.calls.map(({ stage, hasFormat }) => hasFormat === (stage === 'reduce')),
    ).not.toContain(false);
    for (const { after } of partsOf(harness)) expect(after).toContain(JSON.stringify(schema));
  });

  test('is summarized again when the notes are too long', async () => {
    const wordy = (call: ModelCall): string =>
      call.stage === 'part' ? call.text.slice(0, call.text.length / 2) : takeNotes(call);
    const harness = (long = await startLongTextHarness({ contextTokens: 4_096, answer: wordy }));
    const output = await harness.succeed(text, { template: 'topics' });
    expect(output.text).toMatch(/^The summary of /);
    expect(new Set(partsOf(harness).map(({ place }) => place?.parts)).size).toBeGreaterThan(1);
    expect(harness.model.refused()).toBe(0);
  });

  test('fails when the notes do not get shorter', async () => {
    const harness = (long = await startLongTextHarness({
      contextTokens: 4_096,
      answer: ({ text: part }) => part,
    }));
    const { finished } = await harness.send(text, { template: 'summary' });
    await expect(finished).resolves.toMatchObject({
      outcome: 'failed',
      error: { code: 'TEXT_TOO_LONG', message: expect.stringContaining('notes'), retryable: false },
    });
  });

  test('is split further when the model refuses a chunk as too long', async () => {
    const env = { LLM_CONTEXT_TOKENS: '16384' };
    const harness = (long = await startLongTextHarness({ contextTokens: 3_000, answer: takeNotes }, env));
    const output = await harness.succeed(text, { template: 'summary' });
    expect(harness.model.refused()).toBeGreaterThan(0);
    expect(
      numbersIn(
        partsOf(harness)
          .map(({ text: part }) => part)
          .join(),
      ),
    ).toEqual(expect.arrayContaining(Array.from({ length: last }, (_, index) => index + 1)));
    expect(output.text).toContain(`номер ${last}`);
  });
});

test.each(promptTemplateNames)('%s uses both languages at every stage', async (template) => {
  const answer = (call: ModelCall): string =>
    promptTemplates[template].long === 'join' ? translate(call.text) : takeNotes(call);
  const harness = (long = await startLongTextHarness({ contextTokens: 4_096, answer }));
  await harness.succeed('Коротко номер 1.', { template, language_in: 'pt', language_out: 'ja' });
  await harness.succeed(text, { template, language_in: 'pt', language_out: 'ja' });

  const stages = promptTemplates[template].long === 'join' ? ['whole', 'part'] : ['whole', 'part', 'reduce'];
  expect([...new Set(harness.model.calls.map(({ stage }) => stage))]).toEqual(stages);
  for (const { system } of harness.model.calls) {
    expect(system).toContain('Portuguese');
    expect(system).toContain('Japanese');
    expect(system).not.toMatch(/\{\{|\}\}/);
  }
});
