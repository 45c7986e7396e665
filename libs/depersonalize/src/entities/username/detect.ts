import { confidence } from '../../document/confidence';
import type { Detector, Match } from '../../document/detector';
import { findFieldUsernames } from './find-field-usernames';
import { matchInSpans } from '../../text/match-in-spans';
import { findAddressedUsernames } from './find-addressed-usernames';
import { findLogUsernames } from './find-log-usernames';
import { findInitialUsernames } from './find-initial-usernames';
import { findSystemUsernames } from './find-system-usernames';
import { findUsernamesInProse } from './find-usernames-in-prose';
import { spreadUsernames } from './spread-usernames';
import { runSpans } from '../../text/run-spans';
import { fold, type Word } from '../../text/split-words';
import type { TextDocument } from '../../document/text-document';

const handlePattern =
  /(?<![\p{L}\p{N}._@/%+-]|[\p{L}\p{N}]["”»])@[A-Za-z](?:[A-Za-z0-9_.]{2,31}|[A-Za-z0-9_.]{0,24}(?:-[A-Za-z0-9_.]{1,20}){1,3})(?![\p{L}\p{N}@/(-]|:[\da-f]{8}|=)/gu;
const redditPattern =
  /(?<![\p{L}\p{N}./_@-])u\/(?=[a-z_-]*[\d_A-Z-])[A-Za-z\d_-]{3,20}(?![\p{L}\p{N}/._-])/gu;
/** Hyphens have the names of teams and of code too. */
const paidOrFollowed =
  /(?<!\p{L})(?:venmo|cash[ ]?app|zelle|pay(?:pal|ment)?|paid|sent|owes?|split|tip|insta(?:gram)?|ig|github|gitlab|twitter|tik[ ]?tok|threads|bluesky|mastodon|linkedin|dm|follow(?:ed|ing)?|handle|username|user|profile|account|find[ ](?:me|us|her|him)|by|from|via|cc|thanks|credit)(?!\p{L})[^\n]{0,40}$/iu;
const PAID_REACH = 64;
/** Words of code and of chats behind an @. */
const notHandles = new Set(
  'param params return returns type types typedef media import override overrides component injectable deprecated test see since todo everyone here channel all charset keyframes autowired entity module input output property interface throws example author version file brief private public protected ts-ignore supports layer include extends mixin apply tailwind'.split(
    ' ',
  ),
);

const site =
  'telegram|телеграмм?|тг|tg|инстаграмм?|инста|instagram|insta|скайп|skype|twitter|твиттер|discord|дискорд|steam|стим|github|gitlab|twitch|reddit|tiktok|тикток|snapchat|wechat';
const ownWord = `логин[а-яё]{0,2}|ник(?:ом|е|у)?|ник-?нейм[а-яё]{0,2}|юзернейм[а-яё]{0,2}|user[ _-]?name|login|handle|nick(?:name)?|screen[ ]name|${site}`;
/** Words that announce more than names of accounts: only a name with a digit or a sign in it counts. */
const looseWord =
  'телег[аеиу]|вк(?:онтакте)?|vk|аккаунт|пользовател[ьяюе]м?|user(?:[ _-]?id)?|account|ssh|(?:вош|заш)[её]л[аи]?[ ](?:как|под)|(?:зайдите|войдите|вход|зайти|войти)[ ](?:как|под)';
/** Words that announce an account, or what it is at («учётная запись Google»): a plain name counts behind a colon. */
const statedWord =
  'аккаунт|юзер[а-яё]{0,2}|уч[её]тк[а-яё]{1,2}|уч(?:\\.|[её]тн[а-яё]{2,3})[ ]запис[ьияе]|псевдоним[а-яё]{0,2}|им(?:я|ени) (?:пользователя|входа)';
const namedPattern = new RegExp(
  `(?<![\\p{L}\\p{N}@./])(?:(?<own>${ownWord})|(?<stated>${statedWord})|${looseWord})(?:\\\\?["'»])?(?:/(?:ник|логин|login|nick|почта|e-?mail))?(?:[ ](?:мой|моего|is|id|name|в \\p{L}{2,12}))?` +
    `(?<mark>[ ]?[:=—–-][ ]?\\\\?["«'“]?|[ ]["«'“]|[ ])(?<name>(?:live:|[A-Za-z\\d-]{1,20}\\\\)?[\\p{L}_][\\p{L}\\p{N}_.-]{2,31}(?:#\\d{4})?)(?![\\p{L}\\p{N}@/]|\\.[\\p{L}\\p{N}])`,
  'iuy',
);
/** How the words above begin, folded; asked of every word of a text before the pattern is. */
const beginnings: ReadonlySet<string> = new Set(
  `${ownWord}|${statedWord}|${looseWord}`.split('|').map((word) => /\p{L}{2,3}/u.exec(fold(word))?.[0] ?? ''),
);
const notNames =
  /^(?:https?|ftp|www|and|or|is|not|the|name|id|password|pass|null|true|false|none|undefined|required|failed|successful|here|page|with|via|bot|api|group|channel|disconnected|connected|aborted|incorrect|invalid|denied|success|error|ok|timeout|accepted|rejected|login|user|client|server|await|new|pppoe|l2tp|pptp|ipsec|vpn|windows|linux|wi-?fi|radius|ldap|s?ftp|sip|smtp|imap|rdp|(?:request|req|self|this|props|ctx|data|state|session|current|auth|event|context|response|body|params|args|options|config|settings)\..*)$/i;

/** Names of accounts: with an @, or right after a word that announces one. */
export const detectUsername: Detector = (document) => {
  const { text } = document;
  const found = [
    ...findHandles(document),
    ...findNamed(document),
    ...findLogUsernames(text),
    ...findSystemUsernames(text),
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
        (handle.includes('-') && !isHyphened(handle, text.slice(Math.max(0, start - PAID_REACH), start))) ||
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
    namedPattern.lastIndex = start + from;
    const match = namedPattern.exec(text);
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
