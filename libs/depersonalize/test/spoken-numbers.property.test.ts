import fc from 'fast-check';
import { depersonalize, detect, restore } from '@medley/depersonalize';
import { sayGroup, sayNumber } from './say-number';

const language = fc.constantFrom('ru' as const, 'en' as const);
/** What stands between dictated groups. */
const pause = {
  ru: fc.constantFrom(' ', ', ', ' э-э ', ', дальше ', ' и ', '… ', '. '),
  en: fc.constantFrom(' ', ', ', ' uh ', ', then ', ' dash ', '… ', '. '),
};

/** Digits in groups of the given lengths; groups of single digits are said one by one. */
function dictate(digits: string, lengths: readonly number[], spoken: 'ru' | 'en'): string[] {
  let at = 0;
  return lengths.map((length) => sayGroup(digits.slice(at, (at += length)), spoken));
}

function digitsOf(count: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((list) => list.join(''));
}

/** Groups that end with no zero: «шестьсот, сорок» would be 640 as well as 600 40. */
function withoutRound(digits: string, lengths: readonly number[]): string {
  const ends = new Set(
    lengths.map((length, i) => lengths.slice(0, i).reduce((sum, one) => sum + one, length) - 1),
  );
  const isGrouped = lengths.some((length) => length > 1);
  return [...digits].map((digit, i) => (isGrouped && digit === '0' && ends.has(i) ? '5' : digit)).join('');
}

interface Dictation {
  digits: string;
  said: string;
}

/** A Russian mobile in the groups people say it in, with pauses and fillers. */
const russianPhone: fc.Arbitrary<Dictation> = fc
  .tuple(
    fc.constantFrom('903', '916', '921', '985', '999'),
    digitsOf(7),
    fc.constantFrom([3, 2, 2], [2, 2, 3], [1, 1, 1, 1, 1, 1, 1]),
  )
  .chain(([area, drawn, lengths]) => {
    const rest = withoutRound(drawn, lengths);
    const groups = ['восемь', sayGroup(area, 'ru'), ...dictate(rest, lengths, 'ru')];
    return fc.array(pause.ru, { minLength: groups.length, maxLength: groups.length }).map((pauses) => ({
      digits: `8${area}${rest}`,
      said: groups.map((group, i) => (i === 0 ? group : `${pauses[i] ?? ' '}${group}`)).join(''),
    }));
  });

describe('numbers in words', () => {
  test('any number to 999 is read back, in both languages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), language, (value, spoken) => {
        const said = sayNumber(value, spoken);
        const text = spoken === 'ru' ? `улица мира дом ${said}` : `i live at ${said} elm street`;
        const found = detect(text).find(({ type }) => type === 'ADDRESS');
        expect(found && text.slice(found.start, found.end)).toBe(
          spoken === 'ru' ? text : text.slice('i live at '.length),
        );
      }),
    );
  });

  test('a telephone number is found whole, however it is grouped and whatever is said between', () => {
    fc.assert(
      fc.property(russianPhone, ({ said }) => {
        const text = `мой телефон ${said} до встречи`;
        const found = detect(text).filter(({ type }) => type === 'PHONE');
        expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([said]);
      }),
    );
  });

  test('a number in words and the same in digits have one marker, and both come back', () => {
    fc.assert(
      fc.property(russianPhone, ({ digits, said }) => {
        const text = `мой телефон ${said}, ещё раз: телефон ${digits}`;
        const { text: hidden, mapping = '' } = depersonalize(text, { mode: 'reversible' });
        expect(hidden).toBe('мой телефон [PHONE_1], ещё раз: телефон [PHONE_1]');
        expect(restore(hidden, mapping).text).toBe(text);
      }),
    );
  });

  test('a fake of a number in words has digits, as many, and is no longer the number', () => {
    fc.assert(
      fc.property(russianPhone, fc.nat(), ({ digits, said }, seed) => {
        const { text } = depersonalize(`мой телефон ${said}`, { mode: 'randomize', seed });
        const fake = text.slice('мой телефон '.length).replace(/\D/g, '');
        expect(fake).toHaveLength(digits.length);
        expect(fake).not.toBe(digits);
      }),
    );
  });

  test('cards digit by digit in English are found whole behind their label', () => {
    fc.assert(
      fc.property(digitsOf(15), fc.constantFrom(' ', ', '), (rest, gap) => {
        const digits = `4${rest}`;
        const said = [...digits].map((digit) => sayGroup(digit, 'en')).join(gap);
        const text = `the card number is ${said} thanks`;
        const found = detect(text).filter(({ type }) => type === 'CREDIT_CARD');
        expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([said]);
      }),
    );
  });
});
