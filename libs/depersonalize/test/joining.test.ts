import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupPeople } from '../src/entities/person/identity/group-people';
import { groupValues } from '../src/replace/group-values';
import type { EntityType } from '@medley/contracts';
import { markPeople } from './mark-people';

/** Who each marked mention is, as letters in order of appearance: «[[Иван]] … [[Пётр]] … [[Ивана]]» is «aba». */
function who(marked: string): string {
  const { text, matches } = markPeople(marked);
  const letters = new Map<unknown, string>();
  return groupPeople(text, matches)
    .map(({ person }) => {
      const letter = letters.get(person) ?? String.fromCharCode(97 + letters.size);
      letters.set(person, letter);
      return letter;
    })
    .join('');
}

describe('mentions of people', () => {
  test.each([
    [
      'cases, initials, patronymic',
      '[[Волков]] и [[Волкову А. Э.]], [[Артём Эдуардович]], [[Волков Артём Эдуардович]]',
      'aaaa',
    ],
    ['initials alone tell it', '[[Волков А. Э.]] пришёл. [[Артём Эдуардович]] рад.', 'aa'],
    ['a woman’s surname', '[[Анна Грачёва]] ушла без [[Грачёвой]], видели [[Грачёву Анну]]', 'aaa'],
    [
      'a surname that is no possessive',
      'Дело [[Сковороды Петра Ильича]]: [[Сковороду]] ждут, [[П. И. Сковорода]]',
      'aaa',
    ],
    ['a woman whose surname never changes', '[[Анна Цой]], [[Анне Цой]], [[Цой]]', 'aaa'],
    ['a man’s that does', '[[Виктор Цой]], [[Цоем]], о [[Цое]]', 'aaa'],
    ['an adjective', '[[Лев Толстой]], [[Толстого]], с [[Толстым]]', 'aaa'],
    ['short names', '[[Мария Орлова]], [[Маша]], [[Машенькой]], [[Маш]]', 'aaaa'],
    ['a spoken patronymic', '[[Павел Иванович]], к [[Пал Иванычу]]', 'aa'],
    ['letter case', '[[ИВАН ПЕТРОВ]], [[иван петров]], [[петров]]', 'aaa'],
    ['ё', '[[Пётр Королёв]] и [[Королев]]', 'aa'],
    ['fields of a form', 'Фамилия: [[Волков]]\nИмя: [[Пётр]]\nОтчество: [[Ильич]]', 'aaa'],
    ['fields of JSON', '{"last_name": "[[Волков]]", "first_name": "[[Пётр]]"}', 'aa'],
    ['English', '[[John Smith]] came. [[Smith]] left, [[J. Smith]] and [[JOHN SMITH]]; [[John]]', 'aaaaa'],
    ['an English short name', '[[Robert Miller]], or [[Bob]], or [[Bob Miller]]', 'aaa'],
    ['a possessive', "[[John Smith]]'s car; [[Smith's]] car", 'aa'],
    ['a surname before a comma', '[[Smith, John]] and [[John Smith]]', 'aa'],
    ['two alphabets', '[[Сергей Никитин]] <[[Sergey Nikitin]]>, [[Никитина]]', 'aaa'],
    ['a middle initial', '[[Джон Ф. Кеннеди]] и [[Дж. Кеннеди]]', 'aa'],
  ])('of one person are joined: %s', (_, marked, expected) => {
    expect(who(marked)).toBe(expected);
  });

  test.each([
    ['man and wife', '[[Пётр Волков]] и [[Анна Волкова]]: [[Волкова]] рада, у [[Волкова]] дела', 'abba'],
    ['brothers', '[[Пётр Волков]] и [[Олег Волков]]', 'ab'],
    ['father and son', '[[Иван Петрович Волков]] и [[Пётр Иванович Волков]]', 'ab'],
    ['father and son of one name', '[[John Smith Sr.]] and [[John Smith Jr.]]', 'ab'],
    ['one first name', '[[Иван Волков]] и [[Иван Орлов]], [[Иван]]', 'abc'],
    ['a surname of two men introduced', '[[Пётр Волков]], [[Олег Волков]]. [[Волкова]] ждут.', 'abc'],
    ['a couple', '[[Иван Петров]], [[Ольга Петрова]]: [[Петровы]] дома, у [[Петровых]] гости', 'abcc'],
    ['other initials', '[[Волков А. Э.]] и [[Волков П. И.]]', 'ab'],
    ['other patronymics', '[[Анна Ивановна]] и [[Анна Петровна]]', 'ab'],
    ['a list of first names', 'Дети: [[Иван]], [[Пётр]]', 'ab'],
  ])('of two are not: %s', (_, marked, expected) => {
    expect(who(marked)).toBe(expected);
  });

  test('a surname means the namesake who has been introduced', () => {
    expect(who('[[Пётр Волков]] звонил. [[Волков]] ждёт. Потом пришёл [[Олег Волков]].')).toBe('aab');
  });
});

test.each<[EntityType, string, string]>([
  ['PHONE', '+7 (905) 123-45-67', '8 905 1234567'],
  ['PHONE', '9051234567', '+79051234567'],
  ['EMAIL', 'A@B.io', 'a@b.IO'],
  ['CREDIT_CARD', '4377 7305 6148 9708', '4377730561489708'],
  ['IBAN', 'DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
  ['ADDRESS', 'г. Уфа, улица Мира, дом 5, квартира 7', 'Уфа, ул.Мира, д.5, кв.7'],
  ['ADDRESS', '12 Oak Street, Apt 4', '12 Oak St. apartment 4'],
  ['DATE_OF_BIRTH', '12.03.1985', '12 марта 1985'],
  ['PASSPORT', '4508 123456', '45 08 № 123456'],
  ['VEHICLE_PLATE', 'А123ВС777', 'A123BC 777'],
  ['MAC', 'AA:BB:CC:DD:EE:FF', 'aabb.ccdd.eeff'],
  ['URL', 'https://www.b.io/a/', 'http://b.io/a'],
])('%s: %s and %s are one value', (type, one, other) => {
  const text = `${one} = ${other}`;
  const matches = [
    { start: 0, end: one.length, type, score: 1 },
    { start: one.length + 3, end: text.length, type, score: 1 },
  ];
  expect(new Set(groupValues(text, matches).keys).size).toBe(1);
});

interface Sample {
  text: string;
  spans: { start: number; end: number; type: string; ent?: string }[];
}

/** Pairs of mentions of a text that belong together, by its labels and by us. */
function countPairs({ text, spans }: Sample): { right: number; wrong: number; missed: number } {
  const people = spans.filter(({ type }) => type === 'PERSON');
  const placed = groupPeople(text, people).map(({ person }) => person);
  const count = { right: 0, wrong: 0, missed: 0 };
  people.forEach(({ ent }, i) => {
    for (let other = 0; other < i; other += 1) {
      const isOne = ent !== undefined && ent === people[other]?.ent;
      const isJoined = placed[i] === placed[other];
      if (isOne && isJoined) count.right += 1;
      else if (isJoined) count.wrong += 1;
      else if (isOne) count.missed += 1;
    }
  });
  return count;
}

describe('on the constructed set', () => {
  const file = join(__dirname, '../../../../shared/data/pii/ru-constructed-dev.jsonl');
  if (!existsSync(file)) {
    test.skip('the set is not here', () => undefined);
    return;
  }
  test('no two people are joined, and nearly all mentions of one are', () => {
    const samples = readFileSync(file, 'utf8').trim().split('\n');
    const all = samples.map((line) => countPairs(JSON.parse(line) as Sample));
    const sum = (key: 'right' | 'wrong' | 'missed'): number =>
      all.reduce((total, count) => total + count[key], 0);
    expect(sum('wrong')).toBe(0);
    expect(sum('right') / (sum('right') + sum('missed'))).toBeGreaterThanOrEqual(0.95);
  });
});
