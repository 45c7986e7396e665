import { randomUUID } from 'node:crypto';
import { startPiiHarness, type PiiHarness } from './pii-harness';

const text =
  'Проект Гамма: Иван Петров из ООО «Ромашка», заявка AB-123456. Гаммазавод и гамма, проект  ГАММА.';

describe('own rules of the step depersonalize', () => {
  let harness: PiiHarness;
  beforeAll(async () => (harness = await startPiiHarness()));
  afterAll(() => harness.close());

  const values = async (input: string, options: object): Promise<[string, string][]> => {
    const { entities } = await harness.depersonalize(input, { mode: 'blind', ...options });
    return entities.map(({ type, start, end }) => [type, input.slice(start, end)]);
  };

  test('deny_list hides whole words without regard to case and white space, under its type', async () => {
    const deny_list = ['гамма', { text: 'проект Гамма', type: 'CUSTOM_PROJECT' }, { text: 'ООО «РОМАШКА»', type: 'CUSTOM_1' }];
    expect(await values(text, { deny_list, entity_types: ['EMAIL'] })).toEqual([
      ['CUSTOM_PROJECT', 'Проект Гамма'],
      ['CUSTOM_1', 'ООО «Ромашка»'],
      ['CUSTOM_DENIED', 'гамма'],
      ['CUSTOM_PROJECT', 'проект  ГАММА'],
    ]);
  }); // prettier-ignore

  test('patterns hide what they match, and entity_types does not switch them off', async () => {
    const patterns = [{ type: 'CUSTOM_TICKET', regex: '\\b[A-Z]{2}-\\d{6}\\b' }];
    expect(await values(text, { patterns, entity_types: ['PERSON'] })).toEqual([
      ['PERSON', 'Иван Петров'],
      ['CUSTOM_TICKET', 'AB-123456'],
    ]);
  });

  test.each([
    ['a part of a name', { deny_list: ['Петров'] }, 'CUSTOM_DENIED', 'Иван Петров'],
    ['more than a name', { patterns: [{ type: 'CUSTOM_A', regex: 'Петров из ООО' }] }, 'CUSTOM_A', 'Иван Петров из ООО'],
  ])('an own rule that finds %s hides the union under its own type', async (_, rules, type, hidden) => {
    expect(await values(text, { ...rules, entity_types: ['PERSON'] })).toEqual([[type, hidden]]);
  }); // prettier-ignore

  test('of own rules that overlap the longest match gives the type, and all of it is hidden', async () => {
    const patterns = [
      { type: 'CUSTOM_SHORT', regex: 'заявка AB' },
      { type: 'CUSTOM_LONG', regex: 'AB-123456\\. Гамма' },
    ];
    expect(await values(text, { patterns, entity_types: ['EMAIL'] })).toEqual([
      ['CUSTOM_LONG', 'заявка AB-123456. Гамма'],
    ]);
  });

  test('allow_list wins over own rules, also around a part of what it names', async () => {
    const rules = { deny_list: ['Ромашка', 'Гамма'], patterns: [{ type: 'CUSTOM_T', regex: 'AB-\\d+' }] };
    const allow_list = ['ооо «ромашка»', 'AB-123456', 'проект гамма'];
    expect(await values(text, { ...rules, allow_list, entity_types: ['EMAIL'] })).toEqual([
      ['CUSTOM_DENIED', 'гамма'],
    ]);
  });

  test('reversible numbers the values of each own type, and restore puts them back', async () => {
    const taskId = randomUUID();
    const rules = {
      deny_list: ['гамма'],
      patterns: [{ type: 'CUSTOM_T_2', regex: '[A-Z]{2}-\\d{6}' }],
    };
    const result = await harness.depersonalize(text, { mode: 'reversible', ...rules }, taskId);
    expect(result.text).toContain('Проект [CUSTOM_DENIED_1]: [PERSON_1]');
    expect(result.text).toContain('[CUSTOM_T_2_1]. Гаммазавод и [CUSTOM_DENIED_1]');
    if (!result.mapping) throw new Error('no mapping came back');
    expect((await harness.restore(result.text, result.mapping, taskId)).text).toBe(text);

    const rewritten = 'По заявке custom_t_2_1 спросите [custom denied 1].';
    const restored = await harness.restore(rewritten, result.mapping, taskId);
    expect(restored.text).toBe('По заявке AB-123456 спросите Гамма.');
    expect(restored.missing).toEqual(['PERSON_1']);
  });

  test('a text that looks like a marker of an own type keeps its meaning', async () => {
    const taskId = randomUUID();
    const input = 'Пишут [CUSTOM_A_1], а речь о Луне. custom_a_2 тоже.';
    const patterns = [{ type: 'CUSTOM_A', regex: 'Лун\\p{L}*' }];
    const { text: without, mapping } = await harness.depersonalize(input, { mode: 'reversible', patterns }, taskId);
    expect(without).toBe('Пишут [CUSTOM_A_1], а речь о [CUSTOM_A_3]. custom_a_2 тоже.');
    if (!mapping) throw new Error('no mapping came back');
    expect((await harness.restore(`${without} И ещё.`, mapping, taskId)).text).toBe(`${input} И ещё.`);
  }); // prettier-ignore

  test.each(['Гамма', 'AB-123456', '机密项目', '٤٥٦', '***', 'x'])(
    'randomize puts one other value for %s wherever it stands, never an original',
    async (value) => {
      const input = `Раз: ${value} , два: ${value} .`;
      const deny_list = [value];
      const { text: without, entities } = await harness.depersonalize(input, {
        mode: 'randomize',
        deny_list,
      });
      expect(entities.map(({ type }) => type)).toEqual(['CUSTOM_DENIED', 'CUSTOM_DENIED']);
      expect(without).not.toContain(value);
      const [, first, second] = /^Раз: (.+) , два: (.+) \.$/u.exec(without) ?? [];
      expect(first).toBe(second);
    },
  );

  test('offsets count UTF-16 code units, and letters that grow when they are folded shift nothing', async () => {
    const input = '👋 İİ 👋 Секрет😀 и ещё секрет.';
    expect(await values(input, { deny_list: ['секрет'], entity_types: ['EMAIL'] })).toEqual([
      ['CUSTOM_DENIED', 'Секрет'],
      ['CUSTOM_DENIED', 'секрет'],
    ]);
    const patterns = [{ type: 'CUSTOM_WAVE', regex: '👋.' }];
    expect(await values(input, { patterns, entity_types: ['EMAIL'] })).toEqual([
      ['CUSTOM_WAVE', '👋 '],
      ['CUSTOM_WAVE', '👋 '],
    ]);
  });
});
