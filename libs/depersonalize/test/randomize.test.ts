import { depersonalize, detect } from '@medley/depersonalize';
import { isOgrnip, isPersonalInn, isSnils, passesLuhn, ibanRemainder } from '../src/text/check-digits';
import fc from 'fast-check';

const randomize = (text: string, seed = 1): string => depersonalize(text, { mode: 'randomize', seed }).text;

describe('made-up values', () => {
  test('are the same for the same value in a text, and for the same seed', () => {
    const text = 'Иван Петров: a@b.io. Петров, пишите на a@b.io!';
    const made = randomize(text);
    expect(made).toBe(randomize(text));
    expect(made).not.toBe(randomize(text, 2));
    const [, mail] = /: (\S+)\. /.exec(made) ?? [];
    expect(made).toContain(`на ${mail}!`);
    const [, surname] = /^\S+ (\S+):/.exec(made) ?? [];
    expect(made).toContain(`. ${surname}, `);
  });

  test.each([
    ['dative', 'Отдать Ивану Петрову.', /^Отдать \p{Lu}\p{Ll}+[уюе] \p{Lu}\p{Ll}+(?:у|ому)\.$/u],
    ['instrumental', 'Пришла с Анной Волковой.', /^Пришла с \p{Lu}\p{Ll}+(?:ой|ей|ью) \p{Lu}\p{Ll}+ой\.$/u],
    [
      'genitive',
      'Документы у Сергея Игоревича Орлова.',
      /^Документы у \p{Lu}\p{Ll}+[аяыи] \p{Lu}\p{Ll}+ича \p{Lu}\p{Ll}+(?:а|ого)\.$/u,
    ],
    ['initials', 'Подписал К. А. Зуев.', /^Подписал \p{Lu}\. \p{Lu}\. \p{Lu}\p{Ll}+\.$/u],
    ['capitals', 'Подписал ИВАН ПЕТРОВ.', /^Подписал \p{Lu}+ \p{Lu}+\.$/u],
  ])('keep gender and the %s', (_, text, expected) => {
    for (let seed = 1; seed <= 20; seed += 1) expect(randomize(text, seed)).toMatch(expected);
  });

  test('have right check digits and the form of the original', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const made = randomize(
        'СНИЛС 158-368-201 91, ИНН 781351197157, ОГРНИП 318167144396043, карта 4377 7305 6148 9708, IBAN DE89 3704 0044 0532 0130 00',
        seed,
      );
      const [snils = '', inn = '', ogrnip = '', card = '', iban = ''] =
        /^СНИЛС (\d{3}-\d{3}-\d{3} \d\d), ИНН (\d{12}), ОГРНИП (\d{15}), карта (\d{4} \d{4} \d{4} \d{4}), IBAN (DE\d\d(?: \d{4}){4} \d\d)$/
          .exec(made)
          ?.slice(1) ?? [];
      expect(isSnils(snils.replace(/\D/g, ''))).toBe(true);
      expect(isPersonalInn(inn)).toBe(true);
      expect(isOgrnip(ogrnip)).toBe(true);
      expect(passesLuhn(card.replaceAll(' ', ''))).toBe(true);
      expect(ibanRemainder(iban.replaceAll(' ', ''))).toBe(1);
    }
  });

  test.each([
    ['a@mail.ru', /@example\.(?:com|org|net)$/],
    ['+7 (905) 123-45-67', /^\+7 \(9(?:4[3-8]|7[2-6])\) \d{3}-\d{2}-\d{2}$/],
    ['тел. 8 (499) 765-43-21', /^тел\. 8 \(499\) 0\d{2}-\d{2}-\d{2}$/],
    ['call (212) 736-5000', /^call \(212\) 555-01\d\d$/],
    ['хост 10.1.2.3', /^хост (?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/],
  ])('reach nobody: %s', (text, expected) => {
    expect(randomize(text)).toMatch(expected);
  });

  test('are never a value of the text', () => {
    const value = fc.constantFrom(
      'Иван Петров',
      'Анны Орловой',
      'a@b.io',
      '+7 905 123-45-67',
      '4111 1111 1111 1111',
      '10.0.0.1',
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), fc.nat(), (parts, seed) => {
        const text = parts.join(', ');
        const { entities } = depersonalize(text, { mode: 'randomize', seed });
        const originals = detect(text).map(({ start, end }) => text.slice(start, end));
        for (const { replacement } of entities) expect(originals).not.toContain(replacement);
      }),
    );
  });
});
