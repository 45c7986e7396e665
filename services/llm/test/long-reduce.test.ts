import type { ModelCall } from '../../../scripts/bench/small-model';
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

/** Notes say from where to where a part goes; the answer says what the notes said. */
function takeNotes({ stage, text: part }: ModelCall): string {
  const numbers = numbersIn(part);
  const range = `номер ${Math.min(...numbers)} номер ${Math.max(...numbers)}`;
  return stage === 'part' ? range : `The summary of ${part.replaceAll('\n\n', '; ')}`;
}
const partsOf = ({ model }: LongTextHarness): ModelCall[] =>
  model.calls.filter(({ stage }) => stage === 'part');

describe('a long text that is summarised', () => {
  test('is noted part by part and answered once from the notes, in the order of the text', async () => {
    const lab = (long = await startLongTextHarness({ contextTokens: 4_096, answer: takeNotes }));
    const output = await lab.succeed(text, { template: 'summary', prompt: 'In verse' });

    const parts = partsOf(lab).toSorted((a, b) => (a.place?.part ?? 0) - (b.place?.part ?? 0));
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.map(({ place }) => place)).toEqual(
      parts.map((_, index) => ({ part: index + 1, parts: parts.length })),
    );
    const reduced = lab.model.calls.filter(({ stage }) => stage === 'reduce');
    expect(reduced).toHaveLength(1);
    expect(lab.model.calls).toHaveLength(parts.length + 1);
    expect(reduced[0]?.text).toBe(parts.map(takeNotes).join('\n\n'));
    expect(output.text).toBe(`The summary of ${parts.map(takeNotes).join('; ')}`);
    expect(new Set(lab.model.calls.map(({ instruction }) => instruction))).toEqual(new Set(['In verse']));
    expect(output.usage.input_tokens).toBe(lab.model.calls.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(lab.model.refused()).toBe(0);
  });

  test('has parts that together hold every sentence, and repeat the last two of the part before', async () => {
    const lab = (long = await startLongTextHarness({ contextTokens: 4_096, answer: takeNotes }));
    await lab.succeed(text, { template: 'minutes' });

    const parts = partsOf(lab).toSorted((a, b) => (a.place?.part ?? 0) - (b.place?.part ?? 0));
    const ends = parts.map(({ text: part }) => numbersIn(part));
    for (const [index, numbers] of ends.entries()) {
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
      expect(numbers[0]).toBe(index === 0 ? 1 : (ends[index - 1]?.at(-1) ?? 0) - 1);
    }
    expect(ends.at(-1)?.at(-1)).toBe(last);
  });

  test('has its schema at the end only, and parts know what will be asked', async () => {
    const schema = { type: 'object', properties: { from: { type: 'integer' } }, required: ['from'] };
    const answer = (call: ModelCall): string =>
      call.stage === 'part' ? takeNotes(call) : JSON.stringify({ from: Math.min(...numbersIn(call.text)) });
    const lab = (long = await startLongTextHarness({ contextTokens: 4_096, answer }));
    const output = await lab.succeed(text, { template: 'summary', response_schema: schema });

    expect(output.data).toEqual({ from: 1 });
    expect(lab.model.calls.map(({ stage, hasFormat }) => hasFormat === (stage === 'reduce'))).not.toContain(
      false,
    );
    for (const { after } of partsOf(lab)) expect(after).toContain(JSON.stringify(schema));
  });

  test('is noted again when the notes are too long for one answer', async () => {
    const wordy = (call: ModelCall): string =>
      call.stage === 'part' ? call.text.slice(0, call.text.length / 2) : takeNotes(call);
    const lab = (long = await startLongTextHarness({ contextTokens: 4_096, answer: wordy }));
    const output = await lab.succeed(text, { template: 'topics' });
    expect(output.text).toMatch(/^The summary of /);
    expect(new Set(partsOf(lab).map(({ place }) => place?.parts)).size).toBeGreaterThan(1);
    expect(lab.model.refused()).toBe(0);
  });

  test('fails when the notes do not get shorter', async () => {
    const lab = (long = await startLongTextHarness({
      contextTokens: 4_096,
      answer: ({ text: part }) => part,
    }));
    const { finished } = await lab.send(text, { template: 'summary' });
    await expect(finished).resolves.toMatchObject({
      outcome: 'failed',
      error: { code: 'TEXT_TOO_LONG', message: expect.stringContaining('notes'), retryable: false },
    });
  });

  test('is cut further when the model takes less than was thought', async () => {
    const env = { LLM_CONTEXT_TOKENS: '16384' };
    const lab = (long = await startLongTextHarness({ contextTokens: 3_000, answer: takeNotes }, env));
    const output = await lab.succeed(text, { template: 'summary' });
    expect(lab.model.refused()).toBeGreaterThan(0);
    expect(
      numbersIn(
        partsOf(lab)
          .map(({ text: part }) => part)
          .join(),
      ),
    ).toEqual(expect.arrayContaining(Array.from({ length: last }, (_, index) => index + 1)));
    expect(output.text).toContain(`номер ${last}`);
  });
});

test.each(promptTemplateNames)('%s honours both languages at every stage', async (template) => {
  const answer = (call: ModelCall): string =>
    promptTemplates[template].long === 'join' ? translate(call.text) : takeNotes(call);
  const lab = (long = await startLongTextHarness({ contextTokens: 4_096, answer }));
  await lab.succeed('Коротко номер 1.', { template, language_in: 'pt', language_out: 'ja' });
  await lab.succeed(text, { template, language_in: 'pt', language_out: 'ja' });

  const stages = promptTemplates[template].long === 'join' ? ['whole', 'part'] : ['whole', 'part', 'reduce'];
  expect([...new Set(lab.model.calls.map(({ stage }) => stage))]).toEqual(stages);
  for (const { system } of lab.model.calls) {
    expect(system).toContain('Portuguese');
    expect(system).toContain('Japanese');
    expect(system).not.toMatch(/\{\{|\}\}/);
  }
});
