import { busiestTurn, cpuTimeOf } from '@medley/testing';
import { startPiiHarness, type PiiHarness } from './pii-harness';

const text = 'Иван Петров, тел. +7 (905) 123-45-67, писал Анне Сергеевне на ivan.petrov@mail.ru. 👋';
const long = `${text}\n`.repeat(60);
const LIMIT = 100_000;

describe('the step depersonalize', () => {
  let harness: PiiHarness;
  beforeAll(async () => (harness = await startPiiHarness()));
  afterAll(() => harness.close());

  test.each([
    ['inline', text],
    ['in a thread', long],
  ])('blind replaces the data by its types in a text processed %s', async (_, input) => {
    const result = await harness.depersonalize(input, { mode: 'blind' });
    expect(result.text).toContain('[PERSON], тел. [PHONE], писал [PERSON] на [EMAIL]. 👋');
    expect(result.text).not.toMatch(/Петров|905|Анн|mail\.ru/);
    expect(result.mode).toBe('blind');
    expect(result.mapping).toBeNull();
    expect(result.usage).toEqual({ characters: [...input].length });
  });

  test('entities have UTF-16 offsets in the input and never contain an original value', async () => {
    const shifted = `👋 ${text}`;
    const { entities } = await harness.depersonalize(shifted, { mode: 'reversible' });
    expect(entities.map(({ start, end }) => shifted.slice(start, end))).toEqual([
      'Иван Петров',
      '+7 (905) 123-45-67',
      'Анне Сергеевне',
      'ivan.petrov@mail.ru',
    ]);
    expect(entities[0]).toEqual({
      ...{ type: 'PERSON', start: 3, end: 14, replacement: '[PERSON_1]' },
      score: expect.any(Number) as number,
    });
    expect(JSON.stringify(entities)).not.toMatch(/Петров|905|mail/);
  });

  test('entity_types limits what is replaced, allow_list names what is kept', async () => {
    const options = { entity_types: ['PHONE', 'EMAIL'], allow_list: ['IVAN.PETROV@MAIL.RU'] };
    const result = await harness.depersonalize(text, options);
    expect(result.text).toBe(text.replace('+7 (905) 123-45-67', '[PHONE]'));
  });

  test('randomize generates the same fake values in a repeated attempt', async () => {
    const [first, second] = [await startPiiHarness(), await startPiiHarness()];
    try {
      const taskId = '8c6f1f0a-0000-4000-8000-000000000001';
      const made = await first.depersonalize(text, { mode: 'randomize' }, taskId);
      const again = await second.depersonalize(text, { mode: 'randomize' }, taskId);
      expect(made.text).toBe(again.text);
      expect(made.text).not.toMatch(/Петров|\) 123|Анне|mail\.ru/);
    } finally {
      await Promise.all([first.close(), second.close()]);
    }
  });

  test('a text of 100,000 hostile characters does not block the event loop and is processed in time', async () => {
    const hostile = 'Иванов И. +7( 1-2'.repeat(LIMIT / 17);
    const work = (): Promise<unknown> => harness.depersonalize(hostile, { mode: 'reversible' });
    // A thread that starts loads the dictionaries, which is no part of the time of a text.
    await harness.depersonalize(long, { mode: 'reversible' });
    expect(await cpuTimeOf(work)).toBeLessThan(4_000);
    expect(await busiestTurn(work, 100)).toBeLessThan(100);
  });
});
