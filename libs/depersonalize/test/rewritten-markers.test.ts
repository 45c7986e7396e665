import { depersonalize, restore } from '@medley/depersonalize';

const TEXT =
  'Звонил Иван Петров. Анна Смирнова дала номер +7 905 123-45-67 и почту a@b.io. Письмо передали Петрову.';

function mappingOf(text: string): string {
  const { mapping } = depersonalize(text, { mode: 'reversible' });
  if (mapping === undefined) throw new Error('no mapping');
  return mapping;
}
const back = (answer: string, text = TEXT): string => restore(answer, mappingOf(text)).text;

describe('a marker is found', () => {
  test.each([
    'PERSON_1', '[person_1]', 'Person_1', 'person-1', '[Person 1]', '[PERSON-1]', 'PERSON 1', 'PERSON №1', '[PERSON #1]',
    '[PERSON1]', '[PERSON\\_1]', '\\[PERSON\\_1\\]', '［PERSON＿１］', '【PERSON_1】', '[PERSON\u00a01]', '[PERSON_\u200b1]',
    '\u2060[PERSON\u2060_1]', '[ PERSON_1 ]', '[PERSON\n_1]', '[PERSON – 1]', 'PERSON‑1', '[**PERSON_1**]', '[`PERSON_1`]',
    '[PERSON_1', 'PERSON_1]', '[ЧЕЛОВЕК_1]', '[Персона 1]', '[ПЕРСОНА №1]', '[PERSON_١]',
  ])('as %j', (marker) => {
    expect(back(`Ответил ${marker}.`).replaceAll('\u2060', '')).toBe('Ответил Иван Петров.');
  }); // prettier-ignore

  test.each([
    ['**[PERSON_1]**', '**Иван Петров**'],
    ['"PERSON_1"', '"Иван Петров"'],
    ['«[person_1]»', '«Иван Петров»'],
    ['(PERSON_1/PERSON_2)', '(Иван Петров/Анна Смирнова)'],
    ['[PERSON_1, PERSON_2]', '[Иван Петров, Анна Смирнова]'],
    ['[PERSON_1 звонил](https://x.org)', '[Иван Петров звонил](https://x.org)'],
    ['[PERSON_1][PERSON_2]', 'Иван ПетровАнна Смирнова'],
    ['<PERSON_1>', '<Иван Петров>'],
    ['[E-MAIL_1], [Телефон 1]', 'a@b.io, +7 905 123-45-67'],
    ['\\[PERSON_1]', '\\Иван Петров'],
  ])('in %j, and what stands around it stays', (answer, expected) => {
    expect(back(answer)).toBe(expected);
  });

  test('and PERSON_1 is not PERSON_10, in no spelling', () => {
    const names = [
      'Иван Петров',
      'Анна Смирнова',
      'Пётр Волков',
      'Ольга Ким',
      'Олег Сидоров',
      'Мария Орлова',
    ];
    const more = ['Борис Зайцев', 'Елена Фомина', 'Глеб Носов', 'Дарья Белова'];
    const text = [...names, ...more].join(' пишет. ');
    expect(back('PERSON_10, [person 10], [PERSON_1]0, PERSON_100', text)).toBe(
      'Дарья Белова, Дарья Белова, Иван Петров0, PERSON_100',
    );
  });

  test.each([
    'person 1', 'Person 1', 'Persons 1', 'my_person_1', 'PERSON_1a', 'person_1_id', 'PERSON_1-2', 'ip-1-2', 'PERSON\n1', 'PERSON1',
    'PERSON_01', 'человек_1', 'ПЕРСОНА 1', 'PERSON_', '[PERSON]', '[PERSONS_1]', '[PERSON_3]',
  ])('but %j only looks like one', (word) => {
    expect(back(`a ${word} b`)).toBe(`a ${word} b`);
  }); // prettier-ignore
});

describe('a Russian ending behind a marker', () => {
  test.each([
    ['takes the form of that case if the text had it', 'Отдать [PERSON_1]у.', 'Отдать Петрову.'],
    ['declines the name if it had not', 'Встреча с [PERSON_1]ом.', 'Встреча с Иваном Петровым.'],
    ['by its gender', 'Отдать [PERSON_2]-у.', 'Отдать Анне Смирновой.'],
    ['within the brackets', 'Встреча с [PERSON_2ой].', 'Встреча с Анной Смирновой.'],
    ['without brackets', 'Нет PERSON_2а.', 'Нет Анны Смирновой.'],
    ['goes where nothing can be declined', 'Звонок на [PHONE_1]у, [EMAIL_1]-а', 'Звонок на +7 905 123-45-67, a@b.io'],
  ])('%s', (_, answer, expected) => {
    expect(back(answer)).toBe(expected);
  }); // prettier-ignore

  test.each([
    ['[PERSON_1]’s', 'John Smith’s'],
    ["PERSON_1's", "John Smith's"],
    ['the [PERSON_1]s', 'the John Smiths'],
    ['PERSON_1s', 'John Smiths'],
    ["[PERSON_1]'in", "John Smith'in"],
  ])('of another language stays: %s', (answer, expected) => {
    expect(back(answer, 'Ask John Smith.')).toBe(expected);
  });

  test('stays where it is none: the text had those letters there, or they are a word', () => {
    const text = 'Сервер 10.0.0.1у нас. Звонил Иван Петров.';
    const { text: without } = depersonalize(text, { mode: 'reversible' });
    expect(without).toBe('Сервер [IP_1]у нас. Звонил [PERSON_1].');
    expect(back(`Итак: ${without}`, text)).toBe(`Итак: ${text}`);
    expect(back('[PERSON_1]тест')).toBe('Иван Петровтест');
  });
});

test('a text that is JSON stays JSON, whatever is put back', () => {
  const text = 'Visit us at 12 Oak Street\nSpringfield, IL 62704';
  const answer = back(JSON.stringify({ '[ADDRESS_1]': ['At [ADDRESS_1]', 'address-1'] }, null, 2), text);
  const address = '12 Oak Street\nSpringfield, IL 62704';
  expect(JSON.parse(answer)).toEqual({ [address]: [`At ${address}`, address] });
  expect(back('[ADDRESS_1] {', text)).toBe(`${address} {`);
});

test('names that mean something to the language are names of nothing here', () => {
  expect(restore('[constructor_1] [__proto___1] [TO_STRING_1]', mappingOf(TEXT)).restored).toBe(0);
});
