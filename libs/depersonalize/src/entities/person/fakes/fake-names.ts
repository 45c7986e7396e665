import { fullNames } from '../names/known-first-names';
import { transliterations } from '../../../text/transliterate';
import type { Gender } from '../names/grammar';
import { romanKey } from '../names/roman-key';
import { lazy } from '../../../text/lazy';
import type { Random } from '../../../fakes/fake';
import { fold } from '../../../text/split-words';
import { readWordLists, wordLists } from '../../../text/word-lists';
import { generateName, namesThatAreWords, rareRussianNames, russianSurnames } from './name-lists';

/** A made-up first name; nominatives. */
export interface FakeFirst {
  name: string;
  gender: Gender;
  shorts: readonly string[];
}
/** A made-up family; nominatives. */
export interface FakeSurname {
  male: string;
  female: string;
}

/** Names that fakes may not have: those of the text, folded, and keys of its surnames. */
export type Avoided = Set<string>;

/** «Мария» and «Юлия» are alike in all cases, «Мария» and «Анна» are not. */
export type FirstKind = 'iya' | 'third' | 'frozen' | 'other';

export function drawRussianFirst(
  { gender, kind }: { gender: Gender; kind: FirstKind },
  random: Random,
  avoid: Avoided,
): FakeFirst {
  const { usual, rare } = poolsOf(gender, kind);
  const isFree = ({ folded }: Candidate): boolean => folded.every((one) => !avoid.has(one));
  const free = usual.filter(isFree);
  if (free.length > 0) return take(random.pick(free).first, avoid);
  const further = rare().filter(isFree);
  if (further.length > 0) return take(random.pick(further).first, avoid);
  const ending = kind === 'other' && gender === 'female' ? 'а' : lastLetters[kind];
  return take({ name: generateName(random, avoid, ending), gender, shorts: [] }, avoid);
}

/** A name with the forms of it that may not stand in the text, made ready for texts with thousands of people. */
interface Candidate {
  first: FakeFirst;
  folded: readonly string[];
}

interface Pools {
  usual: readonly Candidate[];
  /** For when the usual ones are used up. */
  rare(): readonly Candidate[];
}

const pools: Readonly<Record<Gender, Readonly<Record<FirstKind, () => Pools>>>> = {
  male: poolsFor('male'),
  female: poolsFor('female'),
};

function poolsOf(gender: Gender, kind: FirstKind): Pools {
  return pools[gender][kind]();
}

function poolsFor(gender: Gender): Record<FirstKind, () => Pools> {
  const of = (kind: FirstKind): (() => Pools) =>
    lazy(() => ({
      usual: candidates(usualFirsts(gender, kind)),
      rare: lazy(() =>
        candidates(
          rareRussianNames(gender)
            .filter((name) => kindOf(name, gender) === kind)
            .map((name) => ({ name, gender, shorts: [] })),
        ),
      ),
    }));
  return { iya: of('iya'), third: of('third'), frozen: of('frozen'), other: of('other') };
}

function candidates(firsts: readonly FakeFirst[]): Candidate[] {
  return firsts
    .map((first) => ({ first, folded: [first.name, ...first.shorts].flatMap(spellings) }))
    .filter(({ folded }) => !folded.some((one) => namesThatAreWords().has(one)));
}

/** Of a name in both scripts: “Ivan” in a text is «Иван», too. */
function spellings(name: string): string[] {
  return [fold(name), ...transliterations(name)];
}

function usualFirsts(gender: Gender, kind: FirstKind): readonly FakeFirst[] {
  if (kind === 'frozen') return madeUp()[`frozen-${gender}`].map((name) => ({ name, gender, shorts: [] }));
  if (kind === 'third')
    return Array.from(readWordLists('person/third-declension-names'), ([name, shorts]) => ({
      name,
      gender,
      shorts,
    }));
  return fullNames().filter((one) => one.gender === gender && kindOf(one.name, gender) === kind);
}

const lastLetters: Readonly<Record<FirstKind, string>> = { iya: 'ия', third: 'ель', frozen: 'и', other: '' };

function kindOf(name: string, gender: Gender): FirstKind {
  if (name.endsWith('ия')) return 'iya';
  return gender === 'female' && name.endsWith('ь') ? 'third' : 'other';
}

function take(first: FakeFirst, avoid: Avoided): FakeFirst {
  avoid.add(fold(first.name));
  return first;
}

/** A surname that is declined like the real one, so that no form of it can be told wrongly. */
export function drawRussianSurname(paradigm: string, random: Random, avoid: Avoided): FakeSurname {
  const free = familiesOf(paradigm).filter(({ forms }) => forms.every((form) => !avoid.has(form)));
  const male = free.length > 0 ? random.pick(free).male : generateName(random, avoid, endingOf(paradigm));
  for (const form of familyForms(male)) avoid.add(form);
  return { male, female: womanOf(male) };
}

interface Family {
  male: string;
  forms: readonly string[];
}

const madeUp = lazy(() =>
  wordLists('person/made-up-names', [
    'adjective',
    'consonant',
    'noun',
    'frozen',
    'frozen-male',
    'frozen-female',
  ]),
);

const families = {
  adjective: lazy(() => withForms(madeUp().adjective)),
  noun: lazy(() => withForms(madeUp().noun)),
  frozen: lazy(() => withForms(madeUp().frozen)),
  consonant: lazy(() => withForms(madeUp().consonant)),
  possessive: lazy(() => withForms(russianSurnames())),
} as const;

function familiesOf(paradigm: string): readonly Family[] {
  if (paradigm === 'adjective' || paradigm === 'noun' || paradigm === 'frozen') return families[paradigm]();
  return ['consonant', 'soft', 'yot'].includes(paradigm) ? families.consonant() : families.possessive();
}

function withForms(surnames: readonly string[]): Family[] {
  return surnames.map((male) => ({ male, forms: familyForms(male) }));
}

function endingOf(paradigm: string): string {
  return (
    { adjective: 'ский', noun: 'ура', frozen: 'енко', consonant: 'чук', soft: 'чук', yot: 'чук' }[paradigm] ??
    'ов'
  );
}

function womanOf(male: string): string {
  if (/(?:[оеё]в|ин|ын)$/u.test(male)) return `${male}а`;
  return /(?:[гкх]ий|ый|ой)$/u.test(male) ? male.replace(/..$/u, 'ая') : male;
}

/** What of a family may not stand in the text: both nominatives and the key of all forms. */
function familyForms(male: string): string[] {
  const stem = fold(male).replace(/(?:ий|ый|ой)$/u, '');
  return [fold(male), fold(womanOf(male)), romanKey(stem)];
}
