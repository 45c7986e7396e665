import { randomUUID } from 'node:crypto';
import type { Payload } from '@medley/contracts';
import { startPiiHarness, type PiiHarness } from './pii-harness';

const text = 'Позвоните Ивану Петрову: +7 905 123-45-67. Иван Петров ждёт.';

describe('the step restore', () => {
  let lab: PiiHarness;
  beforeAll(async () => (lab = await startPiiHarness()));
  afterAll(() => lab.close());

  const takeOut = async (input: string): Promise<{ taskId: string; text: string; mapping: Payload }> => {
    const taskId = randomUUID();
    const { text: without, mapping } = await lab.depersonalize(input, { mode: 'reversible' }, taskId);
    if (!mapping) throw new Error('no mapping came back');
    return { taskId, text: without, mapping };
  };

  test.each([
    ['small', text],
    ['large', `${text} 👋\n`.repeat(1_500)],
  ])('gives a %s text back to the last character', async (_, input) => {
    const { taskId, text: without, mapping } = await takeOut(input);
    expect(without).not.toMatch(/Петров|905/);
    const result = await lab.restore(without, mapping, taskId);
    expect(result.text).toBe(input);
    expect(result.missing).toEqual([]);
  });

  test('finds the markers a model has rewritten, and names those it dropped', async () => {
    const { taskId, mapping } = await takeOut(text);
    const result = await lab.restore('Ответ: person_1 не дозвонился.', mapping, taskId);
    expect(result).toEqual({ text: 'Ответ: Иван Петров не дозвонился.', restored: 1, missing: ['PHONE_1'] });
  });

  test('is billed by the longer of the text it takes and the text it gives', async () => {
    const { taskId, text: without, mapping } = await takeOut(text);
    const options = {};
    const back = await lab.run('restore', { text: { inline: without }, mapping }, { taskId, options });
    expect(back).toMatchObject({ usage: { characters: text.length } });
  });

  test('fails when the originals would make the text longer than a step may give', async () => {
    const { taskId, mapping } = await takeOut(`https://example.com/?user=${'a'.repeat(1_900)}@example.com`);
    const markers = '[URL_1]'.repeat(2_000);
    const report = await lab.run('restore', { text: { inline: markers }, mapping }, { taskId, options: {} });
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'TEXT_TOO_LONG', retryable: false } });
  });

  test('the mapping travels sealed and opens for its own task only', async () => {
    const { text: without, mapping } = await takeOut(text);
    if (!('inline' in mapping)) throw new Error('the mapping is not inline');
    expect(Buffer.from(mapping.inline, 'base64').toString()).not.toMatch(/Петров|905|PERSON/);

    const input = { text: { inline: without }, mapping };
    const report = await lab.run('restore', input, { taskId: randomUUID(), options: {} });
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(report)).not.toMatch(/Петров/);
  });
});
