import fc from 'fast-check';
import type { EntityType } from '@medley/contracts';
import {
  ibanRemainder,
  isMedicalPolicy,
  isOgrnip,
  isPersonalInn,
  isSnils,
  nhsCheck,
  passesLuhn,
  vinCheck,
} from '../src/text/check-digits';
import { generateFakes } from '../src/replace/generate-fakes';
import { groupValues, valueKey } from '../src/replace/group-values';
import { personTexts } from './draw-person-text';
import { markPeople } from './mark-people';

/** Values of a type one behind the other, and what stands for them. */
function randomize(type: EntityType, values: readonly string[], seed: number): string[] {
  const text = values.join(' ; ');
  let at = 0;
  const matches = values.map((value) => {
    const start = at;
    at += value.length + 3;
    return { start, end: start + value.length, type, score: 1 };
  });
  return generateFakes(text, matches, { ...groupValues(text, matches), seed });
}

const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const shaped = (shape: string): fc.Arbitrary<string> =>
  fc
    .tuple(...[...shape].map((sign) => (sign === '#' ? fc.nat(9).map(String) : fc.constant(sign))))
    .map((all) => all.join(''));
const oneOf = (...shapes: string[]): fc.Arbitrary<string> => fc.oneof(...shapes.map(shaped));

/** A number whose check digit is right about half of the time. */
const closed = (length: number, isRight: (number: string) => boolean): fc.Arbitrary<string> =>
  fc.tuple(digits(length), fc.boolean()).map(([number, wanted]) => {
    if (!wanted) return number;
    for (let tail = 0; tail < 1_000; tail += 1) {
      const tried = number.slice(0, -3) + String(tail).padStart(3, '0');
      if (isRight(tried)) return tried;
    }
    return number;
  });

const isIban = (value: string): boolean => ibanRemainder(value.replaceAll(' ', '')) === 1;
const isNhs = (value: string): boolean => value[9] === nhsCheck(value.slice(0, 9));
const isVin = (value: string): boolean => value[8] === vinCheck(value);

const checked: [EntityType, fc.Arbitrary<string>, (value: string) => boolean][] = [
  ['SNILS', closed(11, isSnils), isSnils],
  ['INN', closed(12, isPersonalInn), isPersonalInn],
  ['OGRNIP', closed(14, (n) => isOgrnip(`3${n}`)).map((n) => `3${n}`), isOgrnip],
  ['CREDIT_CARD', closed(16, passesLuhn), passesLuhn],
  ['MEDICAL_ID', closed(16, isMedicalPolicy), isMedicalPolicy],
  ['UK_NHS', closed(10, isNhs), isNhs],
  ['IBAN', closed(20, (n) => isIban(`DE${n}`)).map((n) => `DE${n}`), isIban],
  ['VIN', digits(17).map((n) => n.replace(/^.../, 'XTA')), isVin],
];

/** Every type in some of its ways of writing. */
const written: [EntityType, fc.Arbitrary<string>][] = [
  [
    'PHONE',
    oneOf('+7 (9##) ###-##-##', '8 495 ###-##-##', '(212) 7##-####', '+44 20 7### ####', '+33 1 ## ## ## ##'),
  ],
  ['EMAIL', oneOf('ivan.petrov##@mail.ru', 'a_b-#@b#.io', 'INFO#@FIRMA.RU')],
  ['ADDRESS', oneOf('г. Уфа, ул. Мира, д. 1#, кв. 2##', '1## Oak Street, Springfield, IL 6####')],
  ['DATE_OF_BIRTH', oneOf('1#.0#.19##', '1# марта 19## г.', '19##-01-1#', 'March 1#, 19##')],
  ['PASSPORT', oneOf('45 0# 1#####', '4510 № 1#####', 'AB1######')],
  ['SNILS', oneOf('1##-###-### ##')],
  ['DRIVER_LICENCE', oneOf('77 УК 1#####', '77 1# 1#####')],
  ['CREDIT_CARD', oneOf('4### #### #### ####', '2200#########42#')],
  ['BANK_ACCOUNT', oneOf('408178109###########')],
  ['IBAN', oneOf('GB## NWBK #### #### #### ##')],
  ['IP', oneOf('10.1##.1##.1#', '2a02:6b8:0:#::1#')],
  ['MAC', oneOf('AA:BB:#C:1#:0#:FF', 'aabb.c#c#.1#ff')],
  ['URL', oneOf('https://vk.com/id1###?x=#', 'www.site1#.ru/a/b.html')],
  ['USERNAME', oneOf('@ivan_1##', 'petrov-19##')],
  ['MEDICAL_ID', oneOf('1#### #### #### ####', '1EG4-TE5-MK##')],
  ['MILITARY_ID', oneOf('АС 1######')],
  ['BIRTH_CERT', oneOf('IV-ЖТ 1#####')],
  ['VEHICLE_PLATE', oneOf('А1##ВС777', 'a1##bc77')],
  ['VIN', oneOf('1HGCM82#3#A00####')],
  ['CRYPTO', oneOf('0x52908400098527886e0f7030069857d2e4169e##')],
  ['US_SSN', oneOf('1##-4#-1###')],
  ['US_ITIN', oneOf('9##-71-1###')],
  ['UK_NINO', oneOf('AB ## ## ## C')],
  ['UK_NHS', oneOf('943 4## 59##')],
];

/** What may differ: signs of one alphabet for others of it; names and addresses for longer ones. */
function skeleton(type: EntityType, value: string): string {
  const signs = value
    .replace(/^www\..*/, 'www')
    .replace(/\d/g, '0')
    .replace(/[A-Z]/g, 'A')
    .replace(/[a-z]/g, 'a')
    .replace(/[А-ЯЁ]/g, 'Я')
    .replace(/[а-яё]/g, 'я');
  if (type === 'MAC') return signs.replace(/[a0]/gi, '0');
  if (type === 'CRYPTO') return signs.replace(/[a0]/g, '0');
  if (type === 'VIN') return signs.slice(0, 8) + signs.slice(9);
  if (type === 'IP') return value.includes(':') ? value.replace(/[^:]/g, '') : signs.replace(/\d+/g, '0');
  if (['EMAIL', 'URL', 'USERNAME', 'ADDRESS', 'DATE_OF_BIRTH'].includes(type)) {
    return signs
      .replace(/@.*/, '@')
      .replace(/\/\/.*/, '')
      .replace(/([Aaя0])\1*/gu, '$1')
      .replace(/[ЯA][яa]?/gu, 'a')
      .replace(/я/gu, 'a');
  }
  return signs;
}

const seeds = fc.nat();

describe('a made-up value', () => {
  test.each(checked)('%s has right check digits exactly where the original has', (type, values, isRight) => {
    fc.assert(
      fc.property(values, seeds, (value, seed) => {
        expect(isRight(randomize(type, [value], seed)[0] ?? '')).toBe(isRight(value));
      }),
    );
  });

  test.each(written)('%s has the form of the original', (type, values) => {
    fc.assert(
      fc.property(values, seeds, (value, seed) => {
        expect(skeleton(type, randomize(type, [value], seed)[0] ?? '')).toBe(skeleton(type, value));
      }),
    );
  });

  test.each(written)('%s is none of the text, one for one value, two for two', (type, values) => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 8 }), seeds, (originals, seed) => {
        const made = randomize(type, [...originals, ...originals], seed);
        expect(made.slice(originals.length)).toEqual(made.slice(0, originals.length));
        const keyOf = (value: string): string => valueKey(type, value);
        const known = new Set(originals.map(keyOf));
        for (const value of made) expect(known.has(keyOf(value))).toBe(false);
        expect(new Set(made.map(keyOf)).size).toBe(known.size);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a made-up person', () => {
  const castOf = (marked: string, seed: number): { names: string[]; made: string[] } => {
    const { text, matches } = markPeople(marked);
    const names = matches.map(({ start, end }) => text.slice(start, end));
    return { names, made: generateFakes(text, matches, { ...groupValues(text, matches), seed }) };
  };
  const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}'-]{3,}/gu) ?? [];

  test('has no name of the text, and the capitals, initials and marks of the original', () => {
    const particles = new Set(['оглы', 'ван', 'дер']);
    const shouts = (name: string): boolean => /(?<!\p{L})\p{Lu}{2,}/u.test(name);
    fc.assert(
      fc.property(personTexts, seeds, (marked, seed) => {
        const { names, made } = castOf(marked, seed);
        const originals = new Set(names.flatMap(wordsOf).filter((word) => !particles.has(word)));
        made.forEach((name, i) => {
          for (const word of wordsOf(name)) expect(originals).not.toContain(word);
          const original = names[i] ?? '';
          expect(name.split(/\s/u)).toHaveLength(original.split(/\s/u).length);
          expect(/\p{L}\./u.test(name)).toBe(/\p{L}\./u.test(original));
          if (/\p{Ll}/u.test(original)) expect(shouts(name)).toBe(shouts(original));
          else if (/\p{Lu}/u.test(original)) expect(name).toBe(name.toUpperCase());
        });
      }),
    );
  });

  test('is the same for the same seed, and for the same mention of the text', () => {
    fc.assert(
      fc.property(personTexts, seeds, (marked, seed) => {
        const { made } = castOf(marked, seed);
        expect(castOf(marked, seed).made).toEqual(made);
      }),
    );
  });

  test('comes from somewhere even when every name is taken', () => {
    const all = Array.from(
      { length: 600 },
      (_, i) => `[[Имя${String.fromCharCode(1072 + (i % 30))} Фамил${'абвгд'[i % 5] ?? ''}${i % 7}]]`,
    );
    const { names, made } = castOf(all.join(', '), 1);
    const known = new Set(names.map((name) => name.toLowerCase()));
    for (const name of made) expect(known.has(name.toLowerCase())).toBe(false);
  });
});
