import { randomUUID } from 'node:crypto';
import type { Payload } from '@medley/contracts';
import { startPiiHarness, type PiiHarness } from './pii-harness';

const text = 'Позвоните Ивану Петрову: +7 905 123-45-67. Иван Петров ждёт.';

describe('the step restore', () => {
  let harness: PiiHarness;
  beforeAll(async () => (harness = await startPiiHarness()));
  afterAll(() => harness.close());

  const takeOut = async (input: string): Promise<{ taskId: string; text: string; mapping: Payload }> => {
    const taskId = randomUUID();
    const { text: without, mapping } = await harness.depersonalize(input, { mode: 'reversible' }, taskId);
    if (!mapping) throw new Error('no mapping came back');
    return { taskId, text: without, mapping };
  };

  test.each([
    ['small', text],
    ['large', `${text} 👋\n`.repeat(1_500)],
  ])('restores a %s text exactly', async (_, input) => {
    const { taskId, text: without, mapping } = await takeOut(input);
    expect(without).not.toMatch(/Петров|905/);
    const result = await harness.restore(without, mapping, taskId);
    expect(result.text).toBe(input);
    expect(result.missing).toEqual([]);
  });

  test('finds markers that a model has rewritten, and lists missing ones', async () => {
    const { taskId, mapping } = await takeOut(text);
    const result = await harness.restore('Ответ: person_1 не дозвонился.', mapping, taskId);
    expect(result).toEqual({ text: 'Ответ: Иван Петров не дозвонился.', restored: 1, missing: ['PHONE_1'] });
  });

  test('is charged by the longer of input and output', async () => {
    const { taskId, text: without, mapping } = await takeOut(text);
    const options = {};
    const back = await harness.run('restore', { text: { inline: without }, mapping }, { taskId, options });
    expect(back).toMatchObject({ usage: { characters: text.length } });
  });

  test('fails when the restored text would exceed the output limit of a step', async () => {
    const { taskId, mapping } = await takeOut(`https://example.com/?user=${'a'.repeat(1_900)}@example.com`);
    const markers = '[URL_1]'.repeat(2_000);
    const report = await harness.run(
      'restore',
      { text: { inline: markers }, mapping },
      { taskId, options: {} },
    );
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'TEXT_TOO_LONG', retryable: false } });
  });

  test('the mapping is encrypted and can be decrypted for its own task only', async () => {
    const { text: without, mapping } = await takeOut(text);
    if (!('inline' in mapping)) throw new Error('the mapping is not inline');
    // Random bytes hold a few digits by chance, but not these.
    expect(Buffer.from(mapping.inline, 'base64').toString()).not.toMatch(/Петров|905 123-45-67|PERSON/);

    const input = { text: { inline: without }, mapping };
    const report = await harness.run('restore', input, { taskId: randomUUID(), options: {} });
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(report)).not.toMatch(/Петров/);
  });
});
