import { everydayForms, russianNameForms } from '../lexicon/first-names';
import { namesThatAreWords, notNames } from '../lexicon/ordinary-words';
import { placeStems } from '../lexicon/places';
import { readPatronymic, readSurname, surnameStem } from './surname-forms';
import type { RunWord } from './capital-runs';

/** What a Russian word may be in a name. `other`: certainly none. */
export type PartKind = 'initial' | 'first' | 'patronymic' | 'surname' | 'unknown' | 'particle' | 'other';

export interface NamePart {
  word: RunWord;
  kind: PartKind;
  /** Also an ordinary word («Вера», «Роман»): needs company or a capital in mid-sentence. */
  isOrdinary: boolean;
}

/** Read the words of a run as parts of Russian names. */
export function readNameParts(words: readonly RunWord[]): NamePart[] {
  // One word in capitals among others is an abbreviation; several are a name shouted.
  const isShouted = words.filter(({ shape }) => shape === 'caps').length > 1;
  return words.map((word) => ({
    word,
    kind: kindOf(word, isShouted),
    isOrdinary: namesThatAreWords.has(word.folded),
  }));
}

function kindOf(word: RunWord, isShouted: boolean): PartKind {
  const { folded } = word;
  if (word.isInitial) return 'initial';
  if (folded.length < 2 || notNames.has(folded)) return 'other';
  if (word.shape === 'lower') return 'particle';
  return word.shape === 'caps' && !isShouted ? kindInCaps(folded) : kindBySpelling(folded);
}

function kindBySpelling(folded: string): PartKind {
  if (isFirstName(folded)) return 'first';
  if (readPatronymic(folded)) return 'patronymic';
  if (placeStems.has(surnameStem(folded))) return 'other';
  return readSurname(folded) ? 'surname' : 'unknown';
}

const ABBREVIATION = 4;

function kindInCaps(folded: string): PartKind {
  const kind = folded.length > ABBREVIATION || isEverydayName(folded) ? kindBySpelling(folded) : 'other';
  return kind === 'unknown' ? 'other' : kind;
}

/** A first name in any case, double names («Мария-Луиза») by their first half. */
export function isFirstName(folded: string): boolean {
  const [half = '', ...rest] = folded.split('-', 2);
  return russianNameForms.has(folded) || (rest.length > 0 && russianNameForms.has(half));
}

/** A first name that is no other word, so that it counts even in lower case. */
export function isEverydayName(folded: string): boolean {
  return everydayForms.has(folded) && !namesThatAreWords.has(folded) && folded.length >= 4;
}
