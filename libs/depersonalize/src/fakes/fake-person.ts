import { inclineFirstname, inclineLastname, inclineMiddlename } from 'lvovich';
import {
  englishFirstNames,
  englishLastNames,
  everydayNames,
  russianLastNames,
  type Case,
  type Gender,
} from '../lexicon/first-names';
import { namesThatAreWords } from '../lexicon/ordinary-words';
import { readPerson, type PersonMention, type PersonWord } from '../people/read-person';
import type { Random } from '../random';
import { fold } from '../split-words';

/** A person who does not exist: nominatives. */
export interface FakePerson {
  gender: Gender;
  isLatin: boolean;
  first: string;
  patronymic: string;
  surname: string;
}

/** Draw a person of the gender that the mentions of the real one show. `avoid`: folded words not to use. */
export function drawPerson(
  written: readonly string[],
  random: Random,
  avoid: ReadonlySet<string>,
): FakePerson {
  const isLatin = !/[а-яё]/i.test(written.join(''));
  const gender = genderOf(written.map(readPerson)) ?? random.pick(['male', 'female'] as const);
  const draw = (names: readonly string[]): string => {
    const free = names.filter((name) => !avoid.has(fold(name)) && !namesThatAreWords.has(fold(name)));
    return random.pick(free.length > 0 ? free : names);
  };
  if (isLatin) {
    return {
      gender,
      isLatin,
      first: draw(englishFirstNames[gender]),
      patronymic: draw(['J.']),
      surname: draw(englishLastNames),
    };
  }
  const first = draw(everydayNames[gender]);
  const father = draw(fathers);
  const patronymic = gender === 'male' ? `${father}ович` : `${father}овна`;
  return { gender, isLatin, first, patronymic, surname: draw(russianLastNames[gender]) };
}

const fathers = [
  'Олег',
  'Борис',
  'Иван',
  'Роман',
  'Степан',
  'Максим',
  'Денис',
  'Тихон',
  'Глеб',
  'Артём',
  'Макар',
];

function genderOf(mentions: readonly PersonMention[]): Gender | null {
  return mentions.find(({ gender }) => gender !== null)?.gender ?? null;
}

/** Write the person the way a real one was written: the same parts, case, capitals and initials. */
export function writePerson(person: FakePerson, written: string): string {
  const mention = readPerson(written);
  const parts = mention.words;
  let initials = 0;
  let result = '';
  let at = 0;
  for (const part of parts) {
    const isSpare = part.role === 'particle' || hasEarlier(parts, part);
    if (!isSpare) {
      if (part.role === 'initial') initials += 1;
      const gap = result === '' ? written.slice(0, part.word.start) : written.slice(at, part.word.start);
      result += gap + like(part, nameFor(person, { part, initials, inCase: mention.case }));
    }
    at = part.word.end;
  }
  return result + (parts[parts.length - 1]?.role === 'initial' ? written.slice(at) : '');
}

/** A second surname or first name has no counterpart in the fake. */
function hasEarlier(parts: readonly PersonWord[], part: PersonWord): boolean {
  return (
    part.role !== 'initial' &&
    parts.some((other) => other.role === part.role && other.word.start < part.word.start)
  );
}

function nameFor(
  person: FakePerson,
  { part, initials, inCase }: { part: PersonWord; initials: number; inCase: Case },
): string {
  if (part.role === 'initial') return (initials === 1 ? person.first : person.patronymic).slice(0, 1);
  const nominative = {
    first: person.first,
    patronymic: person.patronymic,
    surname: person.surname,
    particle: '',
  }[part.role];
  if (person.isLatin || inCase === 'nominative') return nominative;
  const incline = {
    first: inclineFirstname,
    patronymic: inclineMiddlename,
    surname: inclineLastname,
    particle: null,
  }[part.role];
  return incline?.(nominative, inCase, person.gender) ?? nominative;
}

function like({ word }: PersonWord, name: string): string {
  if (word.shape === 'caps') return name.toUpperCase();
  return word.shape === 'lower' ? name.toLowerCase() : name;
}
