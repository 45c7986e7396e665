import { depersonalize, restore } from '@medley/depersonalize';
import { PersonForms } from '../src/entities/person/names/person-forms';
import { readPerson } from '../src/entities/person/names/read-person';
import { restoreLimits } from '../src/entities/person/names/restore-limits';

const endings = ['а', 'у', 'ом', 'е', 'ой', 'ую', 'ым', 'ому', 'ыми'];

describe('the forms of one person', () => {
  test('are each read once, however many markers ask for however many endings', () => {
    let reads = 0;
    const forms = Array.from({ length: 50 }, (_, i) => `Иван ${'Петров'.slice(0, 4 + (i % 3))}${i}`);
    const person = new PersonForms(forms, (form) => {
      reads += 1;
      return readPerson(form);
    });
    for (let marker = 0; marker < 10_000; marker += 1) person.formFor(endings[marker % endings.length] ?? '');
    expect(reads).toBe(forms.length);
  });

  test('are read up to a limit, the fullest ones', () => {
    const read: string[] = [];
    const forms = Array.from({ length: 5_000 }, (_, i) => `Иван Петров${i}`);
    const person = new PersonForms(forms, (form) => {
      read.push(form);
      return readPerson(form);
    });
    person.formFor('у');
    expect(read).toEqual(forms.slice(0, restoreLimits.formsMax));
  });

  test('get the case that the ending asks for, written as the text had it or declined', () => {
    const person = new PersonForms(['Иван Петров', 'Ивану Петрову', 'Петрову']);
    expect(['у', 'ом', 'ыми'].map((ending) => person.formFor(ending))).toEqual([
      'Ивану Петрову',
      'Иваном Петровым',
      'Иван Петров',
    ]);
  });
});

test('a text whose person was written in two thousand ways comes back to the last character', () => {
  const cases = ['Иван Петров', 'Ивана Петрова', 'Ивану Петрову', 'Иваном Петровым'];
  const ways = Array.from({ length: 2_000 }, (_, i) =>
    (cases[i % 4] ?? '').replace(' ', ' '.repeat(1 + (i % 500))),
  );
  const text = ways
    .map((way) => `Звонил ${way}.`)
    .join('\n')
    .slice(0, 100_000);
  const taken = depersonalize(text, { mode: 'reversible' });
  expect(restore(taken.text, taken.mapping ?? '').text).toBe(text);
});
