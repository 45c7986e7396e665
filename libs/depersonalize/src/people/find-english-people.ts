import type { Finding } from '../detector';
import { latinFirstNames, latinLastNames } from '../lexicon/first-names';
import { namesThatAreWords, roleWords, speechVerbs } from '../lexicon/ordinary-words';
import { notNamesInEnglish, organisationWords } from '../lexicon/english-words';
import { latinPlaces } from '../lexicon/places';
import type { TextDocument } from '../text-document';
import { capitalRuns, type CapitalRun, type RunWord } from './capital-runs';

const LONGEST = 4;
const slavicSurname = /^[a-z]{3,}(?:ov|ova|ev|eva|sky|skaya|skiy|skii|enko|chuk|yan|shvili|dze|in|ina)$/;
const introduction =
  /(?:\bname(?:d|s)?(?: is|'s|:)?|\bcalled|\bknown as|\bdear|\bhi|\bhello|\bregards,?|\bsincerely,?|\bthanks,?|\bcheers,?|\bthis is|\bfrom:|\bto:|\bcc:|\battn:?|\bnot by|\bsigned,?|\blast name\?|\bfirst name\?|\bname\?|\bsays|\bsaid|\buser:|\bon the account\?)[ \n]{1,2}$/i;

/** Names in Latin letters: by first names, surnames, titles and words that introduce a name. */
export function findEnglishPeople(document: TextDocument): Finding[] {
  return [
    ...capitalRuns(document, 'latin').flatMap((run) => readRun(document, run)),
    ...findLowerCase(document),
  ];
}

function readRun(document: TextDocument, run: CapitalRun): Finding[] {
  const found: Finding[] = [];
  for (let at = 0; at < run.words.length;) {
    const to = nameFrom(document, run, at);
    const last = to === null ? undefined : run.words[to];
    const first = run.words[at];
    if (to === null || !last || !first) {
      at += 1;
      continue;
    }
    found.push({ start: first.start, end: endOf(document.text, last), type: 'PERSON', score: 0.8 });
    at = to + 1;
  }
  return found;
}

/** Without the possessive: “Vassiliev’s”. */
function endOf(text: string, word: RunWord): number {
  if (word.isInitial && text[word.end] === '.') return word.end + 1;
  return /.['’]s$/iu.test(text.slice(word.start, word.end)) ? word.end - 2 : word.end;
}

function bare(word: RunWord): string {
  return word.folded.replace(/'s$/, '');
}

/** The index of the last word of a name that begins at `at`, or null. */
function nameFrom(document: TextDocument, run: CapitalRun, at: number): number | null {
  const word = run.words[at];
  if (!word || isExcluded(word) || word.shape === 'lower') return null;
  const to = extend(run, at);
  const after = run.words[to + 1];
  if (after && organisationWords.has(bare(after))) return null;
  if (isIntroduced(document, run, at)) return to;
  if (to === at && isPlaceHere(document, word)) return null;
  return isNameByItself(run, at, to) || isSpeaker(document, run, { at, to }) ? to : null;
}

function isNameByItself(run: CapitalRun, at: number, to: number): boolean {
  const word = run.words[at];
  const last = run.words[to];
  if (!word || !last) return false;
  const name = bare(word);
  if (latinFirstNames.has(name)) {
    if (namesThatAreWords.has(name)) return to > at && isKnownSurname(bare(last));
    return to > at || (name.length > 2 && word.shape !== 'caps');
  }
  if (to === at) return false;
  if (word.isInitial) return isKnownSurname(bare(last));
  const second = run.words[at + 1];
  if (second && isSurnameFirst(word, second)) return true;
  return hasMiddleInitial(run, at, to) && !(run.opensSentence && at === 0);
}

/** “in Washington”, “San Francisco”: the name of a place where a place is meant. */
function isPlaceHere({ text, words }: TextDocument, word: RunWord): boolean {
  const before = words[word.index - 1];
  if (!before || text.slice(before.end, word.start) !== ' ') return false;
  if (/^(?:san|santa|los|las|new|fort|port)$/.test(before.folded)) return true;
  return latinPlaces.has(bare(word)) && /^(?:in|to|from|at|near|of|into|around|across)$/.test(before.folded);
}

/** “Bergqvist said”, “Du Cane told us” */
function isSpeaker(
  { text, words }: TextDocument,
  run: CapitalRun,
  { at, to }: { at: number; to: number },
): boolean {
  const first = run.words[at];
  const last = run.words[to];
  const next = words[(last?.index ?? 0) + 1];
  if (!first || !last || !next || text.slice(last.end, next.start) !== ' ') return false;
  const opens = run.opensSentence && at === 0 && to === at;
  return speechVerbs.has(next.folded) && first.shape === 'title' && (!opens || isKnownSurname(bare(first)));
}

/** “SARKISYAN ALENA” */
function isSurnameFirst(first: RunWord, second: RunWord): boolean {
  const isShouted = first.shape === 'caps' && second.shape === 'caps' && first.end - first.start > 2;
  if (!isKnownSurname(bare(first)) && !isShouted) return false;
  return latinFirstNames.has(bare(second)) && !namesThatAreWords.has(bare(second));
}

function hasMiddleInitial(run: CapitalRun, at: number, to: number): boolean {
  return run.words.slice(at + 1, to).some(({ start, end }) => end - start === 1);
}

function isKnownSurname(name: string): boolean {
  return (latinLastNames.has(name) || slavicSurname.test(name)) && !notNamesInEnglish.has(name);
}

function isExcluded(word: RunWord): boolean {
  const name = bare(word);
  if (roleWords.has(name)) return true;
  return (notNamesInEnglish.has(name) || latinPlaces.has(name)) && !latinFirstNames.has(name);
}

/** As far as capitalised words that may be names go, four at most. */
function extend(run: CapitalRun, at: number): number {
  let to = at;
  while (to + 1 < run.words.length && to - at < LONGEST - 1) {
    const here = run.words[to];
    const next = run.words[to + 1];
    if (!here || !next || isExcluded(next) || organisationWords.has(bare(next))) break;
    // A possessive ends a name; capitals after a name in small letters are a company or a shout.
    if (/'s$/.test(here.folded)) break;
    if (next.shape === 'caps' && here.shape !== 'caps' && next.end - next.start > 1) break;
    to += 1;
  }
  while (to > at && run.words[to]?.shape === 'lower') to -= 1;
  return to;
}

function isIntroduced({ text, words }: TextDocument, run: CapitalRun, at: number): boolean {
  const word = run.words[at];
  const before = words[(word?.index ?? 0) - 1];
  if (!word) return false;
  const isTitled =
    before !== undefined &&
    roleWords.has(before.folded) &&
    /^\.?[ \u00a0]$/.test(text.slice(before.end, word.start));
  if (isTitled && before.shape !== 'lower' && word.shape !== 'caps') return true;
  return introduction.test(text.slice(Math.max(0, word.start - 20), word.start));
}

const lowerIntroduction =
  /(?:\bmy name is|\bi am|\bi'm|\bname:|\bcalls? me|\bmr\.?|\bmrs\.?|\bms\.?|\bdr\.?) $/i;

/** “my name is borna jerković”: lower case counts only right after such words. */
function findLowerCase({ text, words }: TextDocument): Finding[] {
  return words.flatMap((word, index) => {
    if (word.shape !== 'lower' || word.script !== 'latin' || !latinFirstNames.has(word.folded)) return [];
    if (namesThatAreWords.has(word.folded)) return [];
    if (!lowerIntroduction.test(text.slice(Math.max(0, word.start - 14), word.start))) return [];
    const next = words[index + 1];
    const hasSurname =
      next !== undefined && text.slice(word.end, next.start) === ' ' && isKnownSurname(next.folded);
    return [
      { start: word.start, end: hasSurname ? next.end : word.end, type: 'PERSON' as const, score: 0.7 },
    ];
  });
}
