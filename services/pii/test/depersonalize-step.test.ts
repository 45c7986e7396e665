import { startPiiHarness, type PiiHarness } from './pii-harness';

const text = 'Иван Петров, тел. +7 (905) 123-45-67, писал Анне Сергеевне на ivan.petrov@mail.ru. 👋';
const long = `${text}\n`.repeat(60);
const LIMIT = 100_000;

describe('the step depersonalize', () => {
  let lab: PiiHarness;
  beforeAll(async () => (lab = await startPiiHarness()));
  afterAll(() => lab.close());

  test.each([
    ['at once', text],
    ['in a thread', long],
  ])('blind leaves only the kinds of data in a text worked on %s', async (_, input) => {
    const result = await lab.depersonalize(input, { mode: 'blind' });
    expect(result.text).toContain('[PERSON], тел. [PHONE], писал [PERSON] на [EMAIL]. 👋');
    expect(result.text).not.toMatch(/Петров|905|Анн|mail\.ru/);
    expect(result.mode).toBe('blind');
    expect(result.mapping).toBeNull();
    expect(result.usage).toEqual({ characters: [...input].length });
  });

  test('entities name places in the input by UTF-16 offsets and never hold an original', async () => {
    const shifted = `👋 ${text}`;
    const { entities } = await lab.depersonalize(shifted, { mode: 'reversible' });
    expect(entities.map(({ start, end }) => shifted.slice(start, end))).toEqual([
      'Иван Петров',
      '+7 (905) 123-45-67',
      'Анне Сергеевне',
      'ivan.petrov@mail.ru',
    ]);
    expect(entities[0]).toEqual({ type: 'PERSON', start: 3, end: 14, replacement: '[PERSON_1]' });
    expect(JSON.stringify(entities)).not.toMatch(/Петров|905|mail/);
  });

  test('entity_types limits what is taken, allow_list names what stays', async () => {
    const options = { entity_types: ['PHONE', 'EMAIL'], allow_list: ['IVAN.PETROV@MAIL.RU'] };
    const result = await lab.depersonalize(text, options);
    expect(result.text).toBe(text.replace('+7 (905) 123-45-67', '[PHONE]'));
  });

  test('randomize gives a repeated attempt the same made-up values', async () => {
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

  test('a text of 100,000 hostile characters keeps the event loop free and is done in time', async () => {
    let beats = 0;
    const heart = setInterval(() => (beats += 1), 10);
    const startedAt = performance.now();
    const hostile = 'Иванов И. +7( 1-2'.repeat(LIMIT / 17);
    await lab.depersonalize(hostile, { mode: 'reversible' });
    const elapsed = performance.now() - startedAt;
    clearInterval(heart);
    expect(elapsed).toBeLessThan(4_000);
    expect(beats).toBeGreaterThan(elapsed / 100);
  });
});
