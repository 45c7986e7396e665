import { fold } from '../../../text/split-words';
import type { Agreement, Case, Gender, NameRole } from './grammar';
import {
  type Paradigm,
  endingIn,
  firstNameParadigms,
  frozenSurname,
  obliqueStem,
  surnameParadigms,
} from './paradigms';

/** One part of a Russian name in another case; what cannot be declined stays as it is. */
export function declineName(
  nominative: string,
  role: NameRole,
  { inCase, gender }: { inCase: Case; gender: Gender },
): string {
  if (inCase === 'nominative') return nominative;
  if (role === 'first') return declineFirst(nominative, inCase, gender);
  if (role === 'patronymic') return declinePatronymic(nominative, inCase, gender);
  return role === 'surname' ? declineSurname(nominative, { inCase, agrees: gender }) : nominative;
}

function declineFirst(nominative: string, inCase: Case, gender: Gender): string {
  const halves = nominative.split('-');
  if (halves.length > 1) return halves.map((half) => declineFirst(half, inCase, gender)).join('-');
  const stem = obliqueStem(nominative);
  if (stem !== null && gender === 'male') return stem + endingOf('consonant', stem, inCase);
  return inflect(nominative, firstNameParadigms, { inCase, agrees: gender });
}

function endingOf(name: string, stem: string, inCase: Case): string {
  const paradigm = firstNameParadigms.find((row) => row.name === name);
  return paradigm ? endingIn(paradigm, stem, inCase) : '';
}

const patronymics: Readonly<Record<Gender, Readonly<Record<Case, string>>>> = {
  male: {
    nominative: '',
    genitive: 'а',
    dative: 'у',
    accusative: 'а',
    instrumental: 'ем',
    prepositional: 'е',
  },
  female: {
    nominative: 'а',
    genitive: 'ы',
    dative: 'е',
    accusative: 'у',
    instrumental: 'ой',
    prepositional: 'е',
  },
};

function declinePatronymic(nominative: string, inCase: Case, gender: Gender): string {
  if (gender === 'female')
    return /на$/iu.test(nominative) ? nominative.slice(0, -1) + patronymics.female[inCase] : nominative;
  if (!/[ыи]ч$/iu.test(nominative)) return nominative;
  // «Ильичом», «Кузьмичом»: no other vowel can bear the stress.
  const isStressed = inCase === 'instrumental' && /^(?:ильич|кузьмич|фомич|лукич)$/iu.test(nominative);
  return nominative + (isStressed ? 'ом' : patronymics.male[inCase]);
}

/** A surname, its nominative given for the gender, in a case of a gender or of the plural (from a man’s nominative). */
export function declineSurname(
  nominative: string,
  { inCase, agrees }: { inCase: Case; agrees: Agreement },
): string {
  const halves = nominative.split('-');
  return halves.map((half) => inflect(half, surnameParadigms, { inCase, agrees })).join('-');
}

function inflect(
  nominative: string,
  paradigms: readonly Paradigm[],
  { inCase, agrees }: { inCase: Case; agrees: Agreement },
): string {
  const source = agrees === 'plural' ? 'male' : agrees;
  const found = findParadigm(nominative, paradigms, source);
  if (!found) return nominative;
  const { row, stem } = found;
  const target = agrees === 'plural' ? paradigms.find((other) => isPluralOf(other, row, stem)) : row;
  return target ? stem + endingIn(target, stem, inCase) : nominative;
}

function isPluralOf(other: Paradigm, { name }: Paradigm, stem: string): boolean {
  return other.name === name && other.agrees.includes('plural') && other.stem.test(fold(stem));
}

function findParadigm(
  nominative: string,
  paradigms: readonly Paradigm[],
  agrees: Agreement,
): { row: Paradigm; stem: string } | null {
  const folded = fold(nominative);
  if (paradigms === surnameParadigms && frozenSurname.test(folded)) return null;
  for (const row of paradigms) {
    if (!row.agrees.includes(agrees)) continue;
    for (const ending of (row.endings[0] ?? '').split('|')) {
      if (!folded.endsWith(ending)) continue;
      const stem = folded.slice(0, folded.length - ending.length);
      if (row.stem.test(stem) && fits(row, stem, ending))
        return { row, stem: nominative.slice(0, stem.length) };
    }
  }
  return null;
}

/** What only looks like an adjective or a possessive: «Цой», «Кин», «Ким Чен Ын». */
function fits({ name }: Paradigm, stem: string, ending: string): boolean {
  const vowels = /[аеёиоуыэюя]/iu;
  if (name === 'adjective' && ending === 'ой') return vowels.test(stem);
  if (name === 'possessive') return stem.length > 3 || /(?:ев|ов)$/u.test(stem);
  return true;
}
