import type { Finding } from '../detector';
import { namesThatAreWords, notNames } from '../lexicon/ordinary-words';
import { notNamesInEnglish } from '../lexicon/english-words';
import type { Word } from '../split-words';
import type { TextDocument } from '../text-document';
import { readPatronymic, surnameStem } from './surname-forms';

const SURE = 0.8;

/** Lone mentions of people found with certainty elsewhere in the text: «Мухина Вера … сообщила Мухиной». */
export function spreadMentions(document: TextDocument, found: readonly Finding[]): Finding[] {
  const known = knownStems(document, found);
  if (known.size === 0) return [];
  const taken = new Set(found.flatMap((finding) => wordsInside(document, finding).map((word) => word.start)));
  return document.words
    .filter((word) => mayStandAlone(word) && !taken.has(word.start) && known.has(stemOf(word)))
    .map((word) => ({ start: word.start, end: bareEnd(document.text, word), type: 'PERSON', score: 0.7 }));
}

function knownStems(document: TextDocument, found: readonly Finding[]): Set<string> {
  const stems = new Set<string>();
  for (const finding of found) {
    const words = wordsInside(document, finding);
    if (finding.score < SURE || words.length < 2) continue;
    for (const word of words) {
      if (mayStandAlone(word) && !readPatronymic(word.folded)) stems.add(stemOf(word));
    }
  }
  return stems;
}

function wordsInside({ words, wordFrom }: TextDocument, { start, end }: Finding): Word[] {
  const inside: Word[] = [];
  for (let at = wordFrom(start); at < words.length; at += 1) {
    const word = words[at];
    if (!word || word.start >= end) break;
    inside.push(word);
  }
  return inside;
}

function mayStandAlone({ folded, shape, start, end }: Word): boolean {
  if (shape === 'lower' || end - start < 3) return false;
  return !notNames.has(folded) && !namesThatAreWords.has(folded) && !notNamesInEnglish.has(folded);
}

function stemOf(word: Word): string {
  return word.script === 'cyrillic' ? surnameStem(word.folded) : word.folded.replace(/'s$/, '');
}

function bareEnd(text: string, word: Word): number {
  return /['’]s$/iu.test(text.slice(word.start, word.end)) ? word.end - 2 : word.end;
}
