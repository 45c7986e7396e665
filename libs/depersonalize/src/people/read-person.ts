import { cases, russianNameForms, type Case, type Gender } from '../lexicon/first-names';
import { fold, splitWords, type Word } from '../split-words';
import { readPatronymic, readSurname, surnameStem, type Ending } from './surname-forms';

export type NameRole = 'first' | 'patronymic' | 'surname' | 'initial' | 'particle';

export interface PersonWord {
  word: Word;
  role: NameRole;
  /** Its possible genders and cases; empty when its form says nothing. */
  endings: readonly Ending[];
}

/** A mention of a person taken apart. */
export interface PersonMention {
  words: readonly PersonWord[];
  /** Nominatives the first name may be a form of, folded. */
  firsts: readonly string[];
  patronymic: string | null;
  surname: string | null;
  /** First letters of first name and patronymic, folded, as far as only they are given. */
  initials: readonly string[];
  gender: Gender | null;
  case: Case;
}

/** Take a mention apart: «Волкову А. Э.» has a surname in the dative and two initials. */
export function readPerson(written: string): PersonMention {
  const words = readRoles(written);
  const roleOf = (role: NameRole): PersonWord | undefined => words.find((part) => part.role === role);
  const first = roleOf('first')?.word.folded;
  const patronymic = roleOf('patronymic')?.word.folded;
  const surname = roleOf('surname')?.word.folded;
  const fit = agree(words);
  const readings = first === undefined ? [] : (russianNameForms.get(first) ?? []);
  const fitting = readings.filter(({ gender }) => fit.gender === null || gender === fit.gender);
  return {
    words,
    firsts:
      fitting.length > 0
        ? [...new Set(fitting.map(({ lemma }) => lemma))]
        : first === undefined
          ? []
          : [first],
    patronymic: patronymic === undefined ? null : (readPatronymic(patronymic)?.stem ?? patronymic),
    surname: surname === undefined ? null : surnameStem(surname),
    initials: words.filter(({ role }) => role === 'initial').map(({ word }) => word.folded),
    ...fit,
  };
}

interface Place {
  words: readonly Word[];
  isFirst: boolean;
  isLatin: boolean;
}

function readRoles(written: string): PersonWord[] {
  const words = splitWords(written);
  const isLatin = words.some(({ script }) => script === 'latin');
  const parts = words.map((word, i) => readRole(word, { words, isFirst: i === 0, isLatin }));
  return parts.map((part, i) => {
    // Two first names side by side: the later one is a surname («Мартин Скотт»).
    const isSecond = part.role === 'first' && parts.slice(0, i).some(({ role }) => role === 'first');
    return isSecond
      ? { ...part, role: 'surname', endings: readSurname(part.word.folded)?.endings ?? [] }
      : part;
  });
}

function readRole(word: Word, { words, isFirst, isLatin }: Place): PersonWord {
  const isAlone = words.length === 1;
  if (word.end - word.start === 1 && !isAlone) return { word, role: 'initial', endings: [] };
  if (word.shape === 'lower' && words.some(({ shape }) => shape !== 'lower')) {
    return { word, role: 'particle', endings: [] };
  }
  if (isLatin) return { word, role: isFirst && !isAlone ? 'first' : 'surname', endings: [] };
  const forms = russianNameForms.get(word.folded);
  if (forms) return { word, role: 'first', endings: forms };
  // «Радкевич Анна Сергеевна»: what looks like a patronymic counts as one only behind a first name, or alone.
  const isBehindFirst = words.some(({ start, folded }) => start < word.start && russianNameForms.has(folded));
  const patronymic = isBehindFirst || isAlone ? readPatronymic(word.folded) : null;
  if (patronymic) return { word, role: 'patronymic', endings: patronymic.endings };
  return { word, role: 'surname', endings: readSurname(word.folded)?.endings ?? [] };
}

/** The gender and case that all words of a mention allow; the earliest case of the grammar when several do. */
function agree(words: readonly PersonWord[]): { gender: Gender | null; case: Case } {
  const telling = words.map(({ endings }) => endings).filter((endings) => endings.length > 0);
  for (const inCase of cases) {
    const genders = (['male', 'female'] as const).filter((gender) =>
      telling.every((endings) =>
        endings.some((ending) => ending.gender === gender && ending.case === inCase),
      ),
    );
    if (telling.length > 0 && genders.length > 0) {
      return { gender: genders.length === 1 ? (genders[0] ?? null) : null, case: inCase };
    }
  }
  return { gender: null, case: 'nominative' };
}

/** How much of a name a mention gives. */
export function completeness(mention: PersonMention): number {
  const parts = [mention.firsts.length > 0, mention.surname !== null, mention.patronymic !== null];
  return parts.filter(Boolean).length * 3 + mention.initials.length;
}

/** Whether a first letter may open one of the first names. */
export function opensWith(names: readonly string[], initial: string | undefined): boolean {
  return initial === undefined || names.length === 0 || names.some((name) => fold(name).startsWith(initial));
}
