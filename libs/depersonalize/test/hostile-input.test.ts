import { depersonalize, restore } from '@medley/depersonalize';

const LENGTH = 100_000;
const LIMIT_MS = 2_000;

const units = [
  'a', '1', '@', ' ', 'a@', '+7(', '1-', '1 ', '«"', '[', '(', '.', '\u202eа', 'a\u200bb@c.d ', 'Аа ', 'Иван ',
  'Иванов И. ', 'J. ', 'Иванов Иван Иванович ', 'А.А', 'а-', 'ван ', '1 2 3 4 5 6 7 8 9 0 ', '8 (9', 'ул. ', 'г. Москва, ',
  'ул. Аа Бб ', '12 Oak ', '12 A a ', 'паспорт 4510 123456 ', '@abc ', 'a.b.c.d@', 'x.com/', ':', '1 мая 2000 ', 'DE89 ',
  'PERSON_1 ', '[PERSON_1]', 'PERSON_', '\ud800', '\u0301', '1A', 'AA00', '4111 1111 1111 1111 ', 'логин a', 'a\u0301-',
]; // prettier-ignore

describe('100,000 characters', () => {
  test.each(units)('of %j are done in linear time, there and back', (unit) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
    const startedAt = performance.now();
    const { text: without, mapping = '' } = depersonalize(text, { mode: 'reversible' });
    const takenAt = performance.now();
    expect(restore(without, mapping).text).toBe(text);
    const restoredAt = performance.now();
    depersonalize(text, { mode: 'randomize', seed: 1 });

    expect(takenAt - startedAt).toBeLessThan(LIMIT_MS);
    expect(restoredAt - takenAt).toBeLessThan(LIMIT_MS);
    expect(performance.now() - restoredAt).toBeLessThan(LIMIT_MS);
  });
});
