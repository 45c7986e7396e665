import type { Detector, Match } from '../document/match';
import type { KindProfile } from '../document/vocabulary';
import type { TextDocument } from '../document/text-document';
import type { Fake } from '../fakes/fake';
import { fold } from '../text/split-words';
import { readWordLists } from '../text/word-lists';
import type { ColumnHeads } from '../document/fields/head-index';
import type { LabelWords } from '../document/labels/label-index';

/**
 * A kind of personal data: everything that the engine knows of it. A kind is one object in a folder here and one row of
 * the registry; nothing else names it.
 */
export interface EntityKind extends KindProfile {
  detect: Detector;
  /** Values that only what all detectors found shows to be such; what they found is given with their guesses. */
  detectByContext?: (document: TextDocument, found: readonly Match[]) => Match[];
  /** Values that a reader of their own finds where they are said or spelled: «иван собака почта ру», “K-O-W-A-L”. */
  detectSpoken?: Detector;
  /** Makes a stand-in; null: stand-ins are made for all values of a text together. */
  fake: Fake | null;
  /** What is equal for two ways to write one value. Default: its letters and digits. */
  normalise?: (value: string) => string;
  /** What models call the kind when they translate a marker or spell it their way; only believed inside brackets. */
  markerWords: readonly string[];
}

/** The digits of a value. */
export const digitsOnly = (value: string): string => value.replace(/\D/gu, '');

/** Letters and digits, without case and what stands between them: what most kinds are compared by. */
export const lettersAndDigits = (value: string): string => fold(value).replace(/[^\p{L}\d]/gu, '');

export const asWritten = (value: string): string => value.trim();

const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [...'авекмнорстух'].map((letter, i) => [letter, 'abekmhopctyx'[i] ?? letter]),
);

/** Letters and digits; the letters that both alphabets have are one. */
export const withSharedLetters = (value: string): string =>
  lettersAndDigits(value).replace(/[а-я]/gu, (letter) => lookAlikes[letter] ?? letter);

/** A year, or a number that is long enough: it is a value and no name of one. */
export const longNumber = /(?:\d[ .,/-]{0,3}){7}/;

const names = ['labels', 'other-labels', 'heads', 'part-heads', 'maybe-heads'] as const;

/**
 * The words that announce values of a kind, in texts and in tables, from its file of words.
 * @throws Error naming a list that no reader knows
 */
export function kindWords(
  kind: string,
  traits: Omit<LabelWords, 'words' | 'others'> = {},
): { labels: LabelWords; columnHeads: ColumnHeads } {
  const lists = readWordLists(`kinds/${kind}`);
  const unknown = [...lists.keys()].find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`words/kinds/${kind}.txt: nothing reads a list “${unknown}”`);
  const listOf = (name: (typeof names)[number]): readonly string[] => lists.get(name) ?? [];
  return {
    labels: { ...traits, words: listOf('labels'), others: listOf('other-labels') },
    columnHeads: { whole: listOf('heads'), part: listOf('part-heads'), maybe: listOf('maybe-heads') },
  };
}
