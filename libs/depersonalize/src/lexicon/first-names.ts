import { faker as croatian } from '@faker-js/faker/locale/hr';
import { faker as czech } from '@faker-js/faker/locale/cs_CZ';
import { faker as danish } from '@faker-js/faker/locale/da';
import { faker as dutch } from '@faker-js/faker/locale/nl';
import { faker as english } from '@faker-js/faker/locale/en';
import { faker as finnish } from '@faker-js/faker/locale/fi';
import { faker as french } from '@faker-js/faker/locale/fr';
import { faker as german } from '@faker-js/faker/locale/de';
import { faker as hungarian } from '@faker-js/faker/locale/hu';
import { faker as indian } from '@faker-js/faker/locale/en_IN';
import { faker as italian } from '@faker-js/faker/locale/it';
import { faker as norwegian } from '@faker-js/faker/locale/nb_NO';
import { faker as polish } from '@faker-js/faker/locale/pl';
import { faker as portuguese } from '@faker-js/faker/locale/pt_BR';
import { faker as romanian } from '@faker-js/faker/locale/ro';
import { faker as russian } from '@faker-js/faker/locale/ru';
import { faker as serbian } from '@faker-js/faker/locale/sr_RS_latin';
import { faker as slovak } from '@faker-js/faker/locale/sk';
import { faker as spanish } from '@faker-js/faker/locale/es';
import { faker as swedish } from '@faker-js/faker/locale/sv';
import { faker as turkish } from '@faker-js/faker/locale/tr';
import { inclineFirstname } from 'lvovich';
import { fold } from '../split-words';
import { femaleNames, maleNames, shortNames } from './russian-first-names';
import { transliterations } from './transliterate';

export type Gender = 'male' | 'female';
export const cases = [
  'nominative',
  'genitive',
  'dative',
  'accusative',
  'instrumental',
  'prepositional',
] as const;
export type Case = (typeof cases)[number];

/** One reading of a word as a form of a name. */
export interface NameForm {
  /** The nominative of the full name, folded: «Маше» → «мария». */
  lemma: string;
  gender: Gender;
  case: Case;
}

const latinLocales = [
  english, german, french, spanish, italian, polish, swedish, norwegian, danish, finnish, dutch, czech, croatian, indian,
  hungarian, portuguese, romanian, serbian, slovak, turkish,
]; // prettier-ignore

interface NameLists {
  generic?: string[];
  female?: string[];
  male?: string[];
}

function namesOf(locale: typeof english, part: 'first_name' | 'last_name'): Required<NameLists> {
  const lists: NameLists = locale.rawDefinitions.person?.[part] ?? {};
  return { generic: lists.generic ?? [], female: lists.female ?? [], male: lists.male ?? [] };
}

/** Nominative Russian first names by gender, as written. */
const russianFirstNames: Readonly<Record<Gender, readonly string[]>> = {
  male: [...namesOf(russian, 'first_name').male, ...split(maleNames)],
  female: [...namesOf(russian, 'first_name').female, ...split(femaleNames)],
};

/** Full first names in everyday use: to draw fakes from, as are the next three. */
export const everydayNames: Readonly<Record<Gender, readonly string[]>> = {
  male: Object.keys(shortNames).filter((name) => genderOf(name) === 'male'),
  female: Object.keys(shortNames).filter((name) => genderOf(name) === 'female'),
};
export const russianLastNames: Readonly<Record<Gender, readonly string[]>> = namesOf(russian, 'last_name');
export const englishFirstNames: Readonly<Record<Gender, readonly string[]>> = namesOf(english, 'first_name');
export const englishLastNames: readonly string[] = namesOf(english, 'last_name').generic;

/** Every case form of every Russian first name, folded, with what it may be a form of. */
export const russianNameForms: ReadonlyMap<string, readonly NameForm[]> = collectForms();

/** Names safe to find in lower case too: the everyday ones. Folded forms. */
export const everydayForms: ReadonlySet<string> = collectEveryday();

/** First names and surnames written in Latin letters, Russian ones in transliteration included; folded. */
export const latinFirstNames: ReadonlySet<string> = new Set([
  ...latinLocales.flatMap((locale) => Object.values(namesOf(locale, 'first_name')).flat()).map(fold),
  ...[...russianFirstNames.male, ...russianFirstNames.female].flatMap(transliterations),
]);
export const latinLastNames: ReadonlySet<string> = new Set(
  latinLocales.flatMap((locale) => Object.values(namesOf(locale, 'last_name')).flat()).map(fold),
);

function split(list: string): string[] {
  return list.trim().split(/\s+/u);
}

function genderOf(fullName: string): Gender {
  return russianFirstNames.female.includes(fullName) ? 'female' : 'male';
}

function collectForms(): Map<string, NameForm[]> {
  const forms = new Map<string, NameForm[]>();
  const add = (name: string, lemma: string, gender: Gender): void => {
    for (const inCase of cases) {
      const form = fold(inCase === 'nominative' ? name : inclineFirstname(name, inCase, gender));
      const readings = forms.get(form) ?? [];
      if (!readings.some((known) => known.lemma === lemma && known.case === inCase)) {
        readings.push({ lemma, gender, case: inCase });
      }
      forms.set(form, readings);
    }
  };
  for (const gender of ['male', 'female'] as const) {
    for (const name of new Set(russianFirstNames[gender])) add(name, fold(name), gender);
  }
  for (const [full, shorts] of Object.entries(shortNames)) {
    for (const short of split(shorts)) add(short, fold(full), genderOf(full));
  }
  return forms;
}

function collectEveryday(): Set<string> {
  const forms = new Set<string>();
  for (const [full, shorts] of Object.entries(shortNames)) {
    for (const name of [full, ...split(shorts)]) {
      for (const inCase of cases) forms.add(fold(inclineFirstname(name, inCase, genderOf(full))));
    }
  }
  return forms;
}
