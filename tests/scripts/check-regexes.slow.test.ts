import { collectBuilt } from '../../scripts/dev/regexes/collect-built';
import { collectLiterals } from '../../scripts/dev/regexes/collect-literals';
import { pumpRegex } from '../../scripts/dev/regexes/pump-regex';

describe('the search for catastrophic backtracking', () => {
  test.each([
    ['exponential', /(?:\d+)+x/],
    ['exponential behind a lookaround', /(?<=#)(?:[а-я]+ ?)+!/u],
    ['quadratic from every start', /\s+$/u],
    ['quadratic when all matches are requested', /[а-яё]+\s+[а-яё]+\d/giu],
    ['quadratic between two repetitions', /^\w+\d+@/],
    ['quadratic between a repetition and a lookbehind', /(?<=a.*)b/g],
    ['cubic', /a*a*a*b/],
  ])('by timing finds an expression that is %s', (_, regex) => {
    expect(pumpRegex(regex)).toMatchObject({ unit: expect.stringMatching(/./su) as string });
  });

  test.each([
    ['bounded', /(?<!\d)\d{1,20}(?!\d)/gu],
    ['can begin only once', /(?<!\s)\s+$/u],
    ['has alternatives with different beginnings', /(?:ул|пер|пр-т)\.? [А-Я][а-я]{1,20}/gu],
    ['has references to groups', /(\d)([ -]?)\d\2\d{1,3}\1/g],
  ])('by timing accepts a linear expression: %s', (_, regex) => {
    expect(pumpRegex(regex)).toBeNull();
  });

  test('finds literals of the sources with their line', () => {
    const found = collectLiterals('libs/depersonalize/src');
    expect(found.length).toBeGreaterThan(50);
    expect(found).toContainEqual(
      expect.objectContaining({
        at: expect.stringMatching(/^libs\/depersonalize\/src\/.+\.ts:\d+$/) as string,
      }),
    );
  });

  test('finds expressions built from strings, by constructor or call, without copies, and restores the global', () => {
    const native = globalThis.RegExp;
    const found = collectBuilt(() => {
      new RegExp('a+b', 'u').exec('ab');
      RegExp('c{2}').test('cc');
      new RegExp(/d/, 'g').test('d');
      [...'e'.matchAll(/e/g)].at(0);
    });
    expect(found.map(({ source, flags }) => [source, flags])).toEqual([
      ['a+b', 'u'],
      ['c{2}', ''],
    ]);
    expect(globalThis.RegExp).toBe(native);
  });
});
