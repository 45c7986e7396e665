import type { Case } from './grammar';
import { declineName } from './decline-name';
import { fullestForm } from './fullest-form';
import { genderOf, readPerson } from './read-person';

/** The case that a model means by an ending: it declines «PERSON_1» like «один», or like a name. */
const casesByEnding: Readonly<Record<string, readonly Case[]>> = Object.fromEntries(
  (
    [
      [['genitive', 'accusative'], 'а я ого его ы и'],
      [['dative'], 'у ю ому ему'],
      [['accusative'], 'ую юю'],
      [['instrumental'], 'ом ем ём ой ей ою ею ым им'],
      [['prepositional', 'dative'], 'е'],
    ] as const
  ).flatMap(([cases, endings]) => endings.split(' ').map((ending) => [ending, cases] as const)),
);

/**
 * The form of a person that an ending behind the marker asks for: one that the text had, else the main form declined
 * where its words leave no doubt about case and gender, else the main form. The ending itself goes in any case.
 */
export function formForEnding(forms: readonly string[], ending: string): string {
  const [main = ''] = forms;
  const wanted = casesByEnding[ending] ?? [];
  const known = fullestForm(forms.filter((form) => hasCase(form, wanted)));
  const [inCase] = wanted;
  return known ?? (inCase ? declined(main, inCase) : main);
}

function hasCase(form: string, wanted: readonly Case[]): boolean {
  const [likeliest] = readPerson(form).forms;
  return likeliest !== undefined && wanted.includes(likeliest.case);
}

function declined(main: string, inCase: Case): string {
  const mention = readPerson(main);
  const gender = genderOf(mention);
  const isNominative = mention.forms[0]?.case === 'nominative';
  if (gender === null || !isNominative || mention.firsts.length === 0) return main;
  let result = '';
  let at = 0;
  for (const { word, role } of mention.words) {
    const written = main.slice(word.start, word.end);
    const form = declineName(written, role, { inCase, gender });
    result += main.slice(at, word.start) + (word.shape === 'caps' ? form.toUpperCase() : form);
    at = word.end;
  }
  return result + main.slice(at);
}
