import { COUNTS_FROM, type Detector, type Match, confidence } from '../../document/match';
import { findFieldUsernames } from './find-field-usernames';
import { matchInSpans, runSpans, textBefore, matchAt } from '../../text/spans';
import { findAddressedUsernames, findInitialUsernames } from './find-addressed-usernames';
import { findAccountTraces } from './find-account-traces';
import { findUsernamesInProse } from './find-usernames-in-prose';
import { type Word, fold } from '../../text/split-words';
import type { TextDocument } from '../../document/text-document';
import { isFormedName } from './is-formed-name';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('username');

const handlePattern =
  /(?<![\p{L}\p{N}._@/%+-]|[\p{L}\p{N}]["”»])@[A-Za-z](?:[A-Za-z0-9_.]{2,31}|[A-Za-z0-9_.]{0,24}(?:-[A-Za-z0-9_.]{1,20}){1,3})(?![\p{L}\p{N}@/(\-=]|:[\da-f]{8})/gu;
const redditPattern =
  /(?<![\p{L}\p{N}./_@-])u\/(?=[a-z_-]*[\d_A-Z-])[A-Za-z\d_-]{3,20}(?![\p{L}\p{N}/._-])/gu;
/** Hyphens have the names of teams and of code too. */
const paidOrFollowed = new RegExp(`(?<!\\p{L})${oneOf('paid-or-followed')}(?!\\p{L})[^\\n]{0,40}$`, 'iu');
const PAID_REACH = 64;
/** Words of code and of chats behind an @. */
const notHandles = new Set(
  'param params return returns type types typedef media import override overrides component injectable deprecated test see since todo everyone here channel all charset keyframes autowired entity module input output property interface throws example author version file brief private public protected ts-ignore supports layer include extends mixin apply tailwind'.split(
    ' ',
  ),
);

const site = oneOf('sites');
const ownWord = `логин[а-яё]{0,2}|ник(?:ом|е|у)?|ник-?нейм[а-яё]{0,2}|юзернейм[а-яё]{0,2}|user[ _-]?name|login|handle|nick(?:name)?|screen name|${site}`;
/** Words that announce more than names of accounts: only a name with a digit or a sign in it counts. */
const looseWord = oneOf('loose-words');
/** Words that announce an account, or what it is at («учётная запись Google»): a plain name counts behind a colon. */
const statedWord = oneOf('stated-words');
const namedPattern = new RegExp(
  `(?<![\\p{L}\\p{N}@./])(?:(?<own>${ownWord})|(?<stated>${statedWord})|${looseWord})(?:\\\\?["'»])?(?:/(?:ник|логин|login|nick|почта|e-?mail))?(?: (?:мой|моего|is|id|name|me(?: at| on)?|в \\p{L}{2,12}))?` +
    `(?<mark> ?[:=—–-] ?\\\\?["«'“]?| ["«'“]| )(?<name>(?:live:|[A-Za-z\\d-]{1,20}\\\\)?[\\p{L}_][\\p{L}\\p{N}_.-]{2,31}(?:#\\d{4})?)(?![\\p{L}\\p{N}@/]|\\.[\\p{L}\\p{N}])`,
  'iuy',
);
/** How the words above begin, folded; asked of every word of a text before the pattern is. */
const beginnings: ReadonlySet<string> = new Set(
  `${ownWord}|${statedWord}|${looseWord}`.split('|').map((word) => /\p{L}{2,3}/u.exec(fold(word))?.[0] ?? ''),
);
const notNames = new RegExp(`^${oneOf('no-names')}$`, 'i');

/** Names of accounts: with an @, or right after a word that announces one. */
export const detectUsername: Detector = (document) => {
  const { text } = document;
  const found = [
    ...findHandles(document),
    ...findNamed(document),
    ...findAccountTraces(text),
    ...findFieldUsernames(document),
    ...findUsernamesInProse(document),
    ...findAddressedUsernames(document),
    ...findInitialUsernames(document),
  ];
  return [...found, ...spreadUsernames(text, found)];
};

function findHandles({ text, labelBefore }: TextDocument): Match[] {
  return [...matchInSpans(text, runSpans(text, /@/g), handlePattern), ...findReddit(text)].map(
    ({ written, start }) => {
      const handle = written.replace(/(?<!\.)\.+$/, '');
      const isWord =
        notHandles.has(handle.slice(1).toLowerCase()) ||
        /\.(?:com|org|net|edu|gov|ru)$/i.test(handle) ||
        (handle.includes('-') && !isHyphened(handle, textBefore(text, start, PAID_REACH))) ||
        labelBefore(start) === 'OTHER';
      return {
        start,
        end: start + handle.length,
        type: 'USERNAME',
        score: isWord ? confidence.guess : confidence.formed,
      };
    },
  );
}

/** “u/night_heron” */
function findReddit(text: string): { written: string; start: number }[] {
  if (!text.includes('u/')) return [];
  return Array.from(text.matchAll(redditPattern), ({ 0: written, index: start }) => ({ written, start }));
}

/** “@Mara-Quill-3”, or a name behind a word for paying, following, thanking. */
function isHyphened(handle: string, before: string): boolean {
  return /^@[A-Z][a-z]+-[A-Z][a-z]+(?:-\d{1,4})?$/.test(handle) || paidOrFollowed.test(before);
}

function findNamed({ text, words, language }: TextDocument): Match[] {
  const found: Match[] = [];
  for (const match of words.flatMap((word) => namedAt(text, word))) {
    const { own, stated, mark = '', name: written = '' } = match.groups ?? {};
    const name = written.replace(/(?<![.-])[.-]+$/, '');
    const start = match.index + match[0].length - written.length;
    const hasMark = /[:=«"“—–-]/.test(mark);
    const isAnnounced = own === undefined ? stated !== undefined && hasMark : hasMark || language === 'ru';
    const isName = (hasSign(name) && !notNames.test(name)) || (isAnnounced && isPlainName(name));
    if (isName) found.push({ start, end: start + name.length, type: 'USERNAME', score: confidence.stated });
  }
  return found;
}

/** The announcements that begin with a word or with a part of it («телеграм-ник»). */
function namedAt(text: string, { start, folded }: Word): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (let at = 0; at >= 0; at = folded.indexOf('-', at + 1)) {
    const from = at === 0 ? 0 : at + 1;
    if (!beginnings.has(folded.slice(from, from + 3)) && !beginnings.has(folded.slice(from, from + 2)))
      continue;
    const match = matchAt(namedPattern, text, start + from);
    if (match) found.push(match);
  }
  return found;
}

/** A digit or a sign, which a plain word after «логин» has not («логин и пароль»). */
function hasSign(name: string): boolean {
  return /[A-Za-z]/.test(name) ? /[\d_.-]/.test(name) : /[\d_]/.test(name);
}

function isPlainName(name: string): boolean {
  return /^(?:[A-Za-z\d-]+\\)?[A-Za-z]+$/.test(name) && !notNames.test(name);
}

/** Names shorter or without a sign may be words. */
const LENGTH_MIN = 6;
const wordPattern = /(?<![\p{L}\p{N}@._/\\-])[A-Za-z][A-Za-z\d_.-]{5,40}(?![\p{L}\p{N}@/\\])/gu;

/** «m.lykova, d.orlov и s.kim» */
const nextPattern = /(?:[,;] ?| и )(?<name>[a-z][a-z\d_.-]{2,31})(?![\p{L}\p{N}@/\\(:=])/uy;

/** The places of a text where accounts that it names stand again («n.lykova уже есть»). */
function spreadUsernames(text: string, found: readonly Match[]): Match[] {
  const named = found
    .filter(({ score }) => score >= COUNTS_FROM)
    .map(({ start, end }) => text.slice(start, end));
  const names = new Set(named.filter((name) => name.length >= LENGTH_MIN && /[a-z][\d_.-]|\d/i.test(name)));
  const listed = found.flatMap((one) =>
    isFormedName(text.slice(one.start, one.end)) ? listedAfter(text, one) : [],
  );
  if (names.size === 0) return listed;
  const again = Array.from(text.matchAll(wordPattern)).flatMap(({ 0: written, index: start }) => {
    const name = written.replace(/(?<![.-])[.-]+$/, '');
    return names.has(name)
      ? [{ start, end: start + name.length, type: 'USERNAME' as const, score: confidence.shown }]
      : [];
  });
  return [...listed, ...again];
}

/** Those behind an account in a list of them. */
function listedAfter(text: string, { end }: Match): Match[] {
  const found: Match[] = [];
  for (nextPattern.lastIndex = end; ;) {
    const match = nextPattern.exec(text);
    const whole = match?.groups?.['name'] ?? '';
    const name = whole.replace(/(?<![.-])[.-]+$/, '');
    if (match === null || !isFormedName(name)) return found;
    const start = match.index + match[0].length - whole.length;
    found.push({ start, end: start + name.length, type: 'USERNAME', score: confidence.stated });
    if (name !== whole) return found;
  }
}
