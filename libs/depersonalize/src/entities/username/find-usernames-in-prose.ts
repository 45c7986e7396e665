import { type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import { beginningsOf } from '../../text/pattern-beginnings';
import { fold } from '../../text/split-words';
import { isFormedName, isOfProgram } from './is-formed-name';
import { alternatives, meaningOf, patternRows } from '../../text/word-lists';
import { matchAt } from '../../text/spans';

const oneOf = alternatives('username');

/** Letters of a word that the index knows. */
const BEGINNING = 3;

/** Which names are believed beside what people tell. */
const beliefs: Readonly<Record<string, (name: string) => boolean>> = {
  person: isOfPerson,
  formed: isFormedName,
  own: isOwn,
  subscriber: isOfSubscriber,
};
const rows = patternRows('username-prose');
const patterns = rows.map(([belief = '', source = '']) => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}@./-])(?:${source})`, 'iuy'),
  isName: meaningOf(belief, beliefs),
}));
/** How the words above begin, folded; asked of every word of a text before the patterns are. */
const beginnings: ReadonlySet<string> = new Set(
  rows.flatMap(([, source = '']) =>
    [...beginningsOf(source.replace(/^\(\?<=\\\(\)/, ''), BEGINNING)].map((beginning) =>
      fold(/^[\p{L}\p{N}]*/u.exec(beginning)?.[0] ?? ''),
    ),
  ),
);
/** Without a Latin word behind a blank or a sign there is no account to tell of. */
const mayNameAccount = /[ :="'«“\\/—–-][A-Za-z][A-Za-z\d_.\\-]{2}/;

const notOwn = new RegExp(`^${oneOf('nobody-in-prose')}$`, 'i');

/** How far behind the words above a name may begin. */
const REACH = 140;

/** Names of accounts in what people tell of them, in Russian mostly. */
export function findUsernamesInProse({ text, words }: TextDocument): Match[] {
  if (!mayNameAccount.test(text)) return [];
  const starts: number[] = [];
  let latin = Infinity;
  for (let i = words.length - 1; i >= 0; i -= 1) {
    const { start = 0, script = 'cyrillic', folded = '' } = words[i] ?? {};
    if (script !== 'cyrillic') latin = start;
    if (latin - start > REACH) continue;
    if (mayBegin(folded)) starts.push(start);
  }
  return starts.reverse().flatMap((start) => findAt(text, start));
}

/** A word of which a pattern knows the first letters, or that is shorter than those. */
function mayBegin(folded: string): boolean {
  for (let length = BEGINNING; length > 0; length -= 1)
    if (folded.length >= length && beginnings.has(folded.slice(0, length))) return true;
  return false;
}

function findAt(text: string, from: number): Match[] {
  return patterns.flatMap(({ pattern, isName }) => {
    const match = matchAt(pattern, text, from);
    const whole = match?.groups?.['name'] ?? '';
    const name = whole.replace(/(?<![.-])[.-]+$/, '');
    if (match === null || !isName(name)) return [];
    const start = match.index + match[0].length - whole.length;
    return [{ start, end: start + name.length, type: 'USERNAME' as const, score: confidence.stated }];
  });
}

/** Beside a colon, where other values stand too: a name with its initial or with a first name. */
function isOfPerson(name: string): boolean {
  return (
    isFormedName(name) &&
    (/^[a-z]{1,2}_[a-z]{3,}|\.|\\|^[a-z]{4,}_[a-z](?![a-z])/.test(name) || /^[a-z]{4,}_?\d{1,3}$/.test(name))
  );
}

/** Providers number those whom they connect: «br0067482». */
function isOfSubscriber(name: string): boolean {
  return isFormedName(name) || /^[a-z]{1,6}[_-]?\d{4,10}$/.test(name);
}

/** Behind a colon or a dash any word in Latin letters. */
function isOwn(name: string): boolean {
  return !notOwn.test(name) && !isOfProgram(name);
}
