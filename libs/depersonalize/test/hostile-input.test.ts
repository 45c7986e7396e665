import { depersonalize, restore } from '@medley/depersonalize';

const LENGTH = 100_000;
const LIMIT_MS = 2_000;

/** The row `input` of the hostile corpus, then what each kind of detector begins with and never ends. */
const units = [
  'a', '1', '@', ' ', 'a@', '+7(', '1-', '«"', '«„“', "'\"", '\u202eа', '\u200fשלום ', 'a\u200bb@c.d ', '+7\u200b912\u200b345',
  '\n', '\t', '\r\n', '1 ', '1\n', '1,', '1. ', '[', '(', '.', '-', '_', 'Ё', 'Аа ', 'аа ', 'АА ', 'Иван ', 'иван ', 'Иванов И. ', 'J. ',
  'Иванов Иван Иванович ', 'А.А', 'а-', 'Аа-', 'ван ', 'John Smith, ', 'Иван\n', 'Господин ', '1 2 3 4 5 6 7 8 9 0 ', '8 (9', '+1 ',
  'ул. ', 'г. Москва, ', 'ул. Аа Бб ', 'улица ', 'д. 1 ', 'ул. Лесная, д. 1, кв. ', '12 Oak ', '12 A a ', 'P.O. Box ', 'паспорт ', 'паспорт 4510 123456 ',
  'инн: ', '№ 1 ', 'телеграм-', 'логин a', '@abc ', 'a.b.c.d@', 'a.', 'x.com/', 'https://', ':', '::', '1::', '1:2:', '0x', 'ab:', '1 мая 2000 ', '01.01.',
  'DE89 ', '1A', 'AA00', 'A1-', '4111 1111 1111 1111 ', '|1|', 'a;', 'PERSON_1 ', '[PERSON_1]', 'PERSON_', '[PERSON 1 ', '【PERSON_1у', '\\[', '[*',
  'ИМЯ ПОЛЬЗОВАТЕЛЯ ', '\ud800', '\u0301', 'a\u0301-', '😀', '👨‍👩‍👧', '\u0000', '\ufeff', '字', 'ﬁ',
]; // prettier-ignore

/** Milliseconds of processor time, which other programs on the machine do not change. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('100,000 characters', () => {
  test.each(units)('of %j are done in linear time, there and back', (unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
    let taken = depersonalize('', { mode: 'reversible' });
    const takeOut = timeOf(() => (taken = depersonalize(text, { mode: 'reversible' })));
    const { text: without, mapping = '' } = taken;
    const putBack = timeOf(() => expect(restore(without, mapping).text === text).toBe(true));
    const putBackMoved = timeOf(() =>
      expect(restore(`So: ${without}`, mapping).text === `So: ${text}`).toBe(true),
    );
    const randomize = timeOf(() => depersonalize(text, { mode: 'randomize', seed: 1 }));

    expect(Math.max(takeOut, putBack, putBackMoved, randomize)).toBeLessThan(LIMIT_MS);
  });
});
