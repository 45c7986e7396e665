import { detect } from '@medley/depersonalize';
import fc from 'fast-check';

describe('detect', () => {
  test('gives sorted UTF-16 places without overlaps, for any text', () => {
    const pieces = fc.constantFrom(
      'Иван Петров',
      '4276 3800 1234 5679',
      'a@b.io',
      '👋',
      ' ',
      'ул. Мира, д. 5',
      '\n',
      '+7 905 123-45-67',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const finding of detect(text)) {
          expect(finding.start).toBeGreaterThanOrEqual(end);
          expect(finding.end).toBeGreaterThan(finding.start);
          expect(finding.end).toBeLessThanOrEqual(text.length);
          end = finding.end;
        }
      }),
    );
  });

  test('a name inside an address belongs to the address', () => {
    const types = detect('Живёт: г. Уфа, ул. Сергея Есенина, д. 4, кв. 9.').map(({ type }) => type);
    expect(types).toEqual(['ADDRESS']);
  });

  test('the label nearest before a number says what it is', () => {
    const text = 'паспорт 77 21 123456, в/у 77 21 654321, заказ 77 21 111111';
    expect(detect(text).map(({ type }) => type)).toEqual(['PASSPORT', 'DRIVER_LICENCE']);
  });

  test('looks at the types asked for only', () => {
    const text = 'Иван Петров, a@b.io, +7 905 123-45-67';
    expect(detect(text, { entityTypes: ['EMAIL'] }).map(({ type }) => type)).toEqual(['EMAIL']);
  });

  test('leaves values of the allow list alone, whatever their case, ё and blanks', () => {
    const options = { allowList: ['ПЁТР  Иванов', 'HELP@example.com'] };
    expect(detect('Петр Иванов, help@example.com, Олег Орлов', options)).toMatchObject([
      { start: 31, end: 41 },
    ]);
  });

  test('finds the same with either line ending', () => {
    const text = 'Имя: Фёдор\nТел: +7 905 123-45-67\n';
    expect(detect(text.replaceAll('\n', '\r\n')).map(({ type }) => type)).toEqual(['PERSON', 'PHONE']);
  });
});
