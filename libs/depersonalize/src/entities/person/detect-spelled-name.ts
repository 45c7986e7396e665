import { type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import type { Word } from '../../text/split-words';
import { alternatives } from '../../text/word-lists';
import { textBefore } from '../../text/spans';

const oneOf = alternatives('person');

/** What a name is spelled behind: a word for spelling or for a name. */
const spelledBefore = new RegExp(`(?<!\\p{L})${oneOf('spelling-announced')}(?!\\p{L})`, 'iu');
const REACH = 90;
/** «К как Константин», “B as in boy”, “F for Frank” */
const link = /^ ?(?:, )?(?:как|as in|for|like|is for) $/iu;
const capital = /(?:capital|big|double|заглавная|большая|двойная) $/iu;
const gap =
  /^(?: |[.,-] ?| ?[–—-] |,? (?:and|then|и|потом|дальше|затем) |,? (?=(?:capital|big|double|заглавная|большая|двойная) )[a-zа-я]+ )$/iu;
const LETTERS_MIN = 3;
const LETTERS_MAX = 40;

interface Letters {
  start: number;
  end: number;
  count: number;
}

/** Names spelled letter by letter: “K-O-W-A-L-S-K-I”, «К как Константин, О как Ольга», “capital m, c, double t”. */
export function detectSpelledName({ text, words }: TextDocument): Match[] {
  return runsOfLetters(text, words)
    .filter((run) => run.count >= LETTERS_MIN && isSpelled(text, run))
    .map(({ start, end }) => ({ start, end, type: 'PERSON', score: confidence.stated }));
}

function runsOfLetters(text: string, words: readonly Word[]): Letters[] {
  const runs: Letters[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const letters = lettersAt(text, words, at);
    if (letters === null) continue;
    const run = runs.at(-1);
    if (run !== undefined && run.count < LETTERS_MAX && follows(text, run, letters.start)) {
      run.end = letters.end;
      run.count += letters.count;
    } else runs.push({ ...letters, start: withCapital(text, letters.start) });
    at = letters.last;
  }
  return runs;
}

/** A letter, letters with hyphens, or a letter with the word that it stands for. */
function lettersAt(text: string, words: readonly Word[], at: number): (Letters & { last: number }) | null {
  const word = words[at];
  if (word === undefined) return null;
  const { start, end } = word;
  if (end - start > 1) {
    const isHyphened = /^\p{L}(?:-\p{L})+$/u.test(word.folded);
    return isHyphened ? { start, end, count: (end - start + 1) / 2, last: at } : null;
  }
  for (let next = at + 2; next <= at + 3; next += 1) {
    const named = words[next];
    if (named !== undefined && named.start - end < 12 && link.test(text.slice(end, named.start)))
      // “as in” is two letters of spelling: the word shows which is meant.
      return named.folded.startsWith(word.folded) ? { start, end: named.end, count: 2, last: next } : null;
  }
  return { start, end, count: 1, last: at };
}

function follows(text: string, { end }: Letters, start: number): boolean {
  return start - end <= 16 && gap.test(text.slice(end, start));
}

function withCapital(text: string, start: number): number {
  return start - (capital.exec(textBefore(text, start, 12))?.[0].length ?? 0);
}

/** Behind a word for spelling, and not the alphabet. */
function isSpelled(text: string, { start, end, count }: Letters): boolean {
  const isAlphabet = /^(?:a\P{L}*b\P{L}*c|а\P{L}*б\P{L}*в)/iu.test(text.slice(start, end));
  const isNamed = spelledBefore.test(textBefore(text, start, REACH));
  return !isAlphabet && (isNamed || (count >= 6 && / (?:как|as in) /iu.test(text.slice(start, end))));
}
