import { depersonalize, restore } from '@medley/depersonalize';
import fc from 'fast-check';

const values = fc.constantFrom(
  'Иван Петров', 'Ивану Петрову', 'Петров', 'А. Э. Волков', 'John Smith', 'a@b.io', 'A@B.io', '+7 905 123-45-67',
  '8 (905) 1234567', '112-233-445 95', '10.0.0.1', 'г. Уфа, ул. Мира, д. 5', '4111 1111 1111 1111',
); // prettier-ignore
/** What could be taken for our own markers, whole and in parts. */
const lookAlikes = fc.constantFrom(
  '[PERSON_1]', 'PERSON_1', 'person 1', '[PERSON 2', 'PERSON_', '[', ']', '_1', '1', '12', '[[', 'Phone-1', 'EMAIL_1]',
  'PERSON\\_1', '[credit card 1]', '\\[PERSON\\_1\\]', '【PERSON_1】', 'PERSON\u200b_1', 'ＰＥＲＳＯＮ＿１', 'PERSON №1', '[ТЕЛЕФОН_1]',
  '[PERSON1]', '[PERSON_1у]', '[ЧЕЛОВЕК 1]', 'PERSON_1a@b.io', 'ip 1', 'ſnils_1', '[PERSON_01]', 'PERSON_1234567', '\\',
); // prettier-ignore
const hostile = fc.constantFrom(
  ' ',
  '\n',
  '\ud800',
  '\udc00',
  '\u200b',
  '\u202e',
  '👋',
  'ё',
  '\u0301',
  '\u0000',
  'K',
);
const texts = fc
  .array(fc.oneof(values, lookAlikes, hostile, fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));

function reversible(text: string): { text: string; mapping: string } {
  const { text: without, mapping } = depersonalize(text, { mode: 'reversible' });
  if (mapping === undefined) throw new Error('no mapping');
  return { text: without, mapping };
}

describe('a reversible depersonalization', () => {
  test('is undone to the last code unit, for every text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const taken = reversible(text);
        const back = restore(taken.text, taken.mapping);
        expect(back.text).toBe(text);
        expect(back.missing).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('gives the same value the same marker, however it is written', () => {
    const { text } = reversible('+7 (905) 123-45-67, он же 8 905 1234567; A@b.io и a@B.IO');
    expect(text).toBe('[PHONE_1], он же [PHONE_1]; [EMAIL_1] и [EMAIL_1]');
  });

  test('gives one person one marker in all cases, with initials and by surname alone', () => {
    const { text } = reversible(
      'Пришёл Волков Артём Эдуардович. Документы вручили Волкову А. Э. и Анне Ким. Артём Эдуардович доволен, Волкова ждут.',
    );
    expect(text).toBe(
      'Пришёл [PERSON_1]. Документы вручили [PERSON_1] и [PERSON_2]. [PERSON_1] доволен, [PERSON_1] ждут.',
    );
  });

  test('keeps two people of one surname apart', () => {
    const { text } = reversible('Пётр Волков и Анна Волкова приехали.');
    expect(text).toBe('[PERSON_1] и [PERSON_2] приехали.');
  });

  test.each([
    ['PERSON_1 звонил', 'Иван Петров звонил'],
    ['[person_1] звонил', 'Иван Петров звонил'],
    ['**[PERSON 1]** звонил', '**Иван Петров** звонил'],
    ['[PERSON\\_1] звонил', 'Иван Петров звонил'],
    ['«PERSON-1» звонил', '«Иван Петров» звонил'],
    ['[PERSON_1 звонил', 'Иван Петров звонил'],
    ['ждём person 1 и [PERSON_11]', 'ждём person 1 и [PERSON_11]'],
  ])('is undone in a model’s words: %s', (answer, expected) => {
    const { mapping } = reversible('Звонил Иван Петров.');
    expect(restore(answer, mapping).text).toBe(expected);
  });

  test('a moved marker takes the form whose neighbours it has, else the fullest', () => {
    const { mapping } = reversible('Иван Петров ушёл. Отчёт передали Петрову.');
    expect(restore('Передали [PERSON_1] отчёт.', mapping).text).toBe('Передали Петрову отчёт.');
    expect(restore('Автор: [PERSON_1].', mapping).text).toBe('Автор: Иван Петров.');
  });

  test('what was put back is not read for markers again', () => {
    const { text, mapping } = reversible('Пишите [PHONE_1] на phone_1@b.io');
    expect(restore(text, mapping).text).toBe('Пишите [PHONE_1] на phone_1@b.io');
    expect(restore(`${text} ${text}`, mapping).restored).toBe(2);
  });

  test('names what is missing', () => {
    const { mapping } = reversible('Иван Петров, a@b.io');
    expect(restore('EMAIL_1', mapping)).toEqual({ text: 'a@b.io', restored: 1, missing: ['PERSON_1'] });
  });

  test('refuses what is no mapping', () => {
    expect(() => restore('a', '{"version":9}')).toThrow(RangeError);
    expect(() => restore('a', 'no')).toThrow(SyntaxError);
  });
});
