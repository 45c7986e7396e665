import { generateFakes } from '../src/replace/generate-fakes';
import { groupValues } from '../src/replace/group-values';
import { declineName } from '../src/entities/person/names/decline-name';
import { type Gender, cases } from '../src/entities/person/names/grammar';
import { men, women } from './declension-table';
import { markPeople } from './mark-people';

/** First names, of different kinds, to stand beside the surnames. */
const firsts: Record<Gender, string[]> = {
  male: ['Иван', 'Пётр', 'Андрей', 'Дмитрий', 'Никита', 'Игорь'],
  female: ['Анна', 'Мария', 'Наталья', 'Любовь', 'Ольга', 'Зоя'],
};

/** No name is in the last case without a preposition; the others are recognized by their form alone. */
const leads = ['', '', '', '', '', 'о '];

function formsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split(/\s+/u)
        .map((form) => form.replace(/\(.*/u, '')),
    );
}

function randomize(marked: string, seed: number): string[] {
  const { text, matches } = markPeople(marked);
  return generateFakes(text, matches, { ...groupValues(text, matches), seed });
}

const people = (['male', 'female'] as const).flatMap((gender) => {
  const table = gender === 'male' ? men : women;
  const first = formsOf(table.first);
  return formsOf(table.surname).map((surname, i): [string, Gender, string[], string[]] => {
    const wanted = firsts[gender][i % firsts[gender].length] ?? '';
    const forms = first.find(([nominative]) => nominative === wanted) ?? [];
    return [`${wanted} ${surname[0] ?? ''}`, gender, forms, surname];
  });
});

describe('a made-up name', () => {
  test.each(people)('for %s (%s) is in the same case', (_, gender, first, surname) => {
    for (let seed = 1; seed <= 3; seed += 1) {
      // One text with all six cases: «Иван Грачёв», «Ивана Грачёва», …
      const made = randomize(
        first.map((form, i) => `${leads[i] ?? ''}[[${form} ${surname[i] ?? ''}]].`).join(' '),
        seed,
      );
      const [fakeFirst = '', fakeSurname = ''] = (made[0] ?? '').split(' ');
      const expected = cases.map(
        (inCase) =>
          `${declineName(fakeFirst, 'first', { inCase, gender })} ${declineName(fakeSurname, 'surname', { inCase, gender })}`,
      );
      expect(made).toEqual(expected);
    }
  });

  test.each(people.filter(([name]) => !/(?:о|и|ю|я|а|х)$/u.test(name.split(' ')[1] ?? '')))(
    'for the surname alone of %s (%s), known from elsewhere, is in the same case',
    (_, gender, first, surname) => {
      const made = randomize(
        `[[${first[0] ?? ''} ${surname[0] ?? ''}]]. ${surname.map((form, i) => `${leads[i] ?? ''}[[${form}]]`).join('. ')}`,
        7,
      );
      const [, fakeSurname = ''] = (made[0] ?? '').split(' ');
      const own = cases.map((inCase) => declineName(fakeSurname, 'surname', { inCase, gender }));
      expect(made.slice(1)).toEqual(own);
    },
  );

  test.each([
    [
      'Вручили [[Ивану Грачёву]] и [[Анне Грачёвой]].',
      /^\p{Lu}\p{Ll}+[ую] \p{Lu}\p{Ll}+у$/u,
      /^\p{Lu}\p{Ll}+[еи] \p{Lu}\p{Ll}+ой$/u,
    ],
    [
      '[[Грачёвы]] в гостях у [[Грачёвых]].',
      /^\p{Lu}\p{Ll}+[ыи]$|^\p{Lu}\p{Ll}+ие$/u,
      /^\p{Lu}\p{Ll}+[ыи]х$/u,
    ],
    [
      '[[Анна Цой]] ушла без [[Анны Цой]].',
      /^\p{Lu}\p{Ll}+[ая] \p{Lu}\p{Ll}+[^ауеыо]$/u,
      /^\p{Lu}\p{Ll}+[ыи] \p{Lu}\p{Ll}+[^ауеыо]$/u,
    ],
    ['[[Маша]] и [[Машенька]].', /^\p{Lu}\p{Ll}{2,}[ая]$/u, /^\p{Lu}\p{Ll}{2,}[ая]$/u],
    ['[[ИВАН ПЕТРОВ]], он же [[петров]].', /^\p{Lu}+ \p{Lu}+$/u, /^\p{Ll}+$/u],
    [
      '[[Петров И. С.]] и [[И. С. Петров]].',
      /^\p{Lu}\p{Ll}+ \p{Lu}\. \p{Lu}\.$/u,
      /^\p{Lu}\. \p{Lu}\. \p{Lu}\p{Ll}+$/u,
    ],
    [
      '[[Иван Сергеевич]], сын [[Сергея Ивановича]].',
      /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+ич$/u,
      /^\p{Lu}\p{Ll}+[ая] \p{Lu}\p{Ll}+ича$/u,
    ],
  ])('keeps what kind of mention it stands for: %s', (marked, first, second) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const made = randomize(marked, seed);
      expect(made[0]).toMatch(first);
      expect(made[1]).toMatch(second);
    }
  });

  test('keeps families and fathers', () => {
    const made = randomize(
      '[[Пётр Волков]], его сын [[Иван Петрович Волков]] и жена сына [[Анна Волкова]].',
      3,
    );
    const [father = '', family = ''] = (made[0] ?? '').split(' ');
    const [, patronymic = '', son = ''] = (made[1] ?? '').split(' ');
    expect(son).toBe(family);
    expect(patronymic.slice(0, 3)).toBe(father.slice(0, 3));
    expect(made[2]?.split(' ')[1]).toBe(`${family}а`);
  });
});
