import { declineName, declineSurname } from '../src/entities/person/names/decline-name';
import { type Gender, cases } from '../src/entities/person/names/grammar';
import { families, men, women } from './declension-table';

type Role = keyof typeof men;
const roles = ['surname', 'first', 'patronymic'] as const;

function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/u));
}

/** «Ильёй(Ильей)»: both are right. */
function spellings(form: string): string[] {
  return form.split(/[()]/u).filter(Boolean);
}

const names = (['male', 'female'] as const).flatMap((gender: Gender) =>
  roles.flatMap((role: Role) =>
    rows((gender === 'male' ? men : women)[role]).map((forms): [string, Role, Gender, string[]] => [
      forms[0] ?? '',
      role,
      gender,
      forms,
    ]),
  ),
);

describe('a Russian name', () => {
  test.each(names)('%s (%s, %s) is declined in all cases', (nominative, role, gender, forms) => {
    const declined = cases.map((inCase) => declineName(nominative, role, { inCase, gender }));
    declined.forEach((form, i) => expect(spellings(forms[i] ?? '')).toContain(form));
  });

  test.each(rows(families).map(([man = '', ...forms]): [string, string[]] => [man, forms]))(
    'of a family, %s, is declined in the plural',
    (man, forms) => {
      expect(cases.map((inCase) => declineSurname(man, { inCase, agrees: 'plural' }))).toEqual(forms);
    },
  );

  test('the table has sixty names and more', () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
  });
});
