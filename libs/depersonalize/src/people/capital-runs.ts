import type { Script, Word } from '../split-words';
import type { TextDocument } from '../text-document';

/** One word of a run of words that may be names. */
export interface RunWord extends Word {
  /** Index into the words of the document. */
  index: number;
  /** A single capital with its full stop. */
  isInitial: boolean;
}

/** Neighbouring capitalised words of one script, parted by single blanks only. */
export interface CapitalRun {
  words: readonly RunWord[];
  /** The first word opens a sentence or a line, so that its capital letter says nothing. */
  opensSentence: boolean;
}

const LONGEST_NAME = 40;
/** Small words inside names: «Томас ван дер Берг», “Ludwig von Mises”. */
const particles = new Set(
  'ван дер ден фон де ди да дель дела аль эль ибн бен бин абу оглы кызы van der den von de di da del la al bin ben ibn dos du le'.split(
    ' ',
  ),
);
const closingParticles = new Set(['оглы', 'кызы', 'углы', 'заде']);

/** Every run of capitalised words of a script. */
export function capitalRuns(document: TextDocument, script: Script): CapitalRun[] {
  const runs: CapitalRun[] = [];
  const { words } = document;
  for (let at = 0; at < words.length; at += 1) {
    if (!mayBeName(words[at], script)) continue;
    const run = readRun(document, at, script);
    runs.push({ words: run, opensSentence: opensSentence(document, at) });
    at = run[run.length - 1]?.index ?? at;
  }
  return runs;
}

function mayBeName(word: Word | undefined, script: Script): boolean {
  return (
    word !== undefined &&
    word.script === script &&
    (word.shape === 'title' || word.shape === 'caps' || (word.shape === 'mixed' && script === 'latin')) &&
    word.end - word.start <= LONGEST_NAME
  );
}

function readRun({ text, words }: TextDocument, from: number, script: Script): RunWord[] {
  const run: RunWord[] = [];
  for (let at = from; at < words.length; at += 1) {
    const word = words[at];
    const before = run[run.length - 1];
    if (!word || (before && !isJoined(text, before, word))) break;
    const isName = mayBeName(word, script);
    if (isName) run.push({ ...word, index: at, isInitial: isInitial(text, word) });
    else if (before && isInside(words, at, script)) run.push({ ...word, index: at, isInitial: false });
    else break;
  }
  return run;
}

/** A particle counts when a capitalised word follows, or when it closes the name. */
function isInside(words: readonly Word[], at: number, script: Script): boolean {
  const word = words[at];
  if (!word || word.shape !== 'lower' || !particles.has(word.folded)) return false;
  if (closingParticles.has(word.folded)) return true;
  const next = words[at + 1];
  return (
    mayBeName(next, script) ||
    (next !== undefined && particles.has(next.folded) && mayBeName(words[at + 2], script))
  );
}

function isInitial(text: string, word: Word): boolean {
  return word.end - word.start === 1 && text[word.end] === '.';
}

function isJoined(text: string, before: RunWord, word: Word): boolean {
  const gap = text.slice(before.end, word.start);
  if (before.isInitial) return /^\.[ \u00a0\u202f]?$/u.test(gap);
  return gap === ' ' || gap === '\u00a0' || gap === '\u202f';
}

/** Whether a word stands where any word would be capitalised. */
function opensSentence({ text, words }: TextDocument, index: number): boolean {
  const word = words[index];
  const before = words[index - 1];
  if (!word || !before) return true;
  const gap = text.slice(Math.max(before.end, word.start - 16), word.start);
  return /[.!?…\n\r|•]["»”')\]]?[^\p{L}\p{N}]*$/u.test(gap) && !/^\.?,/.test(gap);
}
