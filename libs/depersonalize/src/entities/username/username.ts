import { type EntityKind, kindWords } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { fakeWords } from '../network/fake-words';
import { detectUsername } from './detect';
import { detectSpokenAccount } from '../network/detect-spoken';
import { COUNTS_FROM, type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import { fold } from '../../text/split-words';
import { isOfProgram } from './is-formed-name';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('username');

const fakeUsername: Fake = (written, { random, isCrowded }) =>
  `${fakeWords(written, random)}${isCrowded ? random.digits(3) : ''}`;

/** An account that has somebody's name: letters, a sign or a digit, letters. */
const ofSomebody = /^@?[a-z][a-z\d]*[\d._-][a-z\d._-]{2,30}$/;

/** Names of accounts. */
export const username: EntityKind = {
  detect: detectUsername,
  detectSpoken: detectSpokenAccount('USERNAME'),
  detectByContext: usernamesByContext,
  fake: fakeUsername,
  normalise: (value) => value.trim().toLowerCase().replace(/^@/, ''),
  ...kindWords('username'),
  markerWords: ['USER_NAME', 'ЛОГИН', 'ИМЯ_ПОЛЬЗОВАТЕЛЯ'],
  traits: { provesPerson: ofSomebody, isBesideAccounts: true, isTyped: true },
};

/** More than the surest name: its owner beside it says what it is. */
const SCORE = confidence.stated;
const REACH = 44;
const LOGIN = '(?<name>@?[a-z][a-z\\d]*(?:[._-][a-z\\d]+){0,3})';
/** “Mara Quill (mquill7)”, “Mara Quill <mquill7>” */
const inBrackets = new RegExp(`^[ \\u00a0]{0,2}[([<]${LOGIN}[)\\]>]`, 'u');
/** “Mara Quill / mquill7” */
const behindSign = new RegExp(
  `^[ \\u00a0]{0,2}(?:[,/|]|[–—-](?= )|aka(?= ))[ \\u00a0]{0,2}${LOGIN}(?![\\p{L}\\p{N}@/(:=._-])`,
  'u',
);
/** “mquill7 (Mara Quill)” */
const beforeBracket = new RegExp(`(?<![\\p{L}\\p{N}@/._-])${LOGIN}[ \\u00a0]\\($`, 'u');
/** What somebody is in: “(phase12)”, “(room_12)”. */
const counted = new RegExp(`^${oneOf('counted-rooms')}[\\d_.-]`);
/** Letters of a name that an account has too. */
const SHARED_MIN = 4;

/** Accounts beside the names of their owners, of which they are made, or in brackets with a digit or a sign in them. */
function usernamesByContext({ text, vocabulary }: TextDocument, matches: readonly Match[]): Match[] {
  return matches
    .filter(({ type, score }) => vocabulary.traitsOf(type).isName === true && score >= COUNTS_FROM)
    .flatMap((person) => behind(text, person) ?? before(text, person) ?? []);
}

function behind(text: string, { start, end }: Match): Match | null {
  const after = textAfter(text, end, REACH);
  const bracketed = inBrackets.exec(after);
  const match = bracketed ?? behindSign.exec(after);
  const name = match?.groups?.['name'] ?? '';
  if (match === null || !isAccount(name, wordsOf(text, start, end), bracketed !== null)) return null;
  const from = end + match[0].lastIndexOf(name);
  return { start: from, end: from + name.length, type: 'USERNAME', score: SCORE };
}

function before(text: string, { start, end }: Match): Match | null {
  if (text.charAt(end) !== ')' || text.charAt(start - 1) !== '(') return null;
  const match = beforeBracket.exec(textBefore(text, start, REACH));
  const name = match?.groups?.['name'] ?? '';
  if (match === null || !isAccount(name, wordsOf(text, start, end), true)) return null;
  const from = start - match[0].length;
  return { start: from, end: from + name.length, type: 'USERNAME', score: SCORE };
}

/** The words of a name in small letters without accents. */
function wordsOf(text: string, start: number, end: number): readonly string[] {
  return fold(text.slice(start, end).normalize('NFD').replace(/\p{M}/gu, ''))
    .split(/\P{L}+/u)
    .filter(Boolean);
}

function isAccount(name: string, words: readonly string[], isBracketed: boolean): boolean {
  if (name.length < 4 || isOfProgram(name) || words.includes(name)) return false;
  if (isBracketed && /^@|[a-z]{2}_[a-z]{2}|^[a-z]{4,}\d{2,4}$/.test(name) && !counted.test(name)) return true;
  const hasSign = /[\d_.]/.test(name);
  const bare = name.replace(/[^a-z]/g, '');
  const isShared = words.some((word) => {
    const shared = hasSign ? word.slice(0, SHARED_MIN) : word;
    return word.length >= 3 && bare.includes(shared);
  });
  return isShared && (hasSign || isInitialed(bare, words));
}

/** “mquill”, “quillm”: a whole name with the initial of another. */
function isInitialed(bare: string, words: readonly string[]): boolean {
  return words.some((word) =>
    words.some((other) => {
      const initial = other.charAt(0);
      return other !== word && [`${initial}${word}`, `${word}${initial}`, `${other}${word}`].includes(bare);
    }),
  );
}
