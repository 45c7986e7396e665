import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import { beginningsOf } from '../../text/pattern-beginnings';
import { fold } from '../../text/split-words';
import { isFormedName } from './is-formed-name';
import { isOfProgram } from './is-of-program';

const NAME = '(?<name>(?:[A-Za-z\\d-]{1,20}\\\\)?[A-Za-z][A-Za-z\\d_.-]{2,31})(?![\\p{L}\\p{N}@/\\\\:(])';
/** Who did what in a ticket or a record. */
const roles =
  'созда(?:л|ла|н|на|но)|зав[её]ла?|автор|инициатор|заявитель|исполнитель|ответственн(?:ый|ая)|назнач(?:ен|ена|ено|ил|ила)|закры(?:л|ла|то)|измен(?:ил|ила|ено|[её]н)|обнов(?:ил|ила|лено)|удал(?:ил|ила|ено)|добав(?:ил|ила|лено)|выполн(?:ил|ила|ено)|утверд(?:ил|ила)|провер(?:ил|ила)|приняла?|откры(?:л|ла)|постановщик|наблюдатель|оператор|администратор|менеджер|владелец|кассир|сотрудник|кем|кто|от[ ]кого|reporter|assignee|(?:reported|created|updated|modified|deleted|closed|opened|requested|approved|assigned)[ _-]?(?:by|to)|author|operator|requester|member|player|seller|buyer|moderator|submitter|commenter';
/** How somebody came into a program: «зашла под», «завёл её как». */
const entries =
  'зав[её]л[аи]?|заведи(?:те)?|завед[её]н[аы]?|зарегистрир[а-яё]{2,9}|зарега[а-яё]{1,6}|(?:за|раз|про)логин[а-яё]{2,8}|авториз[а-яё]{2,9}|захо(?:жу|дит|дил[аи]?)|зайти|зайди(?:те)?|вхо(?:жу|дит|дил[аи]?)|войти|войди(?:те)?|вош(?:[её]л|л[аи])|заш(?:[её]л|л[аи])|сид(?:ел[аи]?|ит)|сижу|работа(?:ю|л[аи]?)';
const accounts =
  'логин[а-яё]{0,2}|уч[её]тк[а-яё]{1,2}|уч(?:\\.|[её]тн[а-яё]{2,3})[ ]запис[ьияею]{1,2}|аккаунт[а-яё]{0,2}|юзер[а-яё]{0,2}|ник(?:нейм)?|им(?:я|ени)[ ](?:пользователя|входа)';
const programs =
  'pppoe|l2tp|pptp|vpn|впн|ad|ldap|windows|wi-?fi|radius|ftp|sftp|ssh|sip|smtp|rdp|1[сc]|лк|jira|джир[аеыу]|git(?:lab|hub)';
const WHOSE = '[ ]\\(?[\\p{L}\\d./«»-]{1,16}\\)?';
const OPEN = '["«\'“]?';
/** Letters of a word that the index knows. */
const BEGINNING = 3;

interface Telling {
  source: string;
  isName(name: string): boolean;
}

/** How people tell of accounts: the words around a name, and which names are believed there. */
const prosePatterns: readonly Telling[] = [
  { source: `(?:${roles})["']?[ ]?[:=—–-][ ]?${OPEN}${NAME}`, isName: isOfPerson },
  {
    source: `(?:reported|created|updated|modified|deleted|closed|opened|requested|approved|assigned|merged|pushed|uploaded|submitted|reviewed|escalated|reassigned)[ ](?:by|to)[ ]${OPEN}${NAME}`,
    isName: isOfPerson,
  },
  {
    source: `(?:${entries})(?:[ ](?:её|его|их|меня|тебя|себя|нового))?[ ](?:как|под)[ ]${OPEN}${NAME}`,
    isName: isFormedName,
  },
  { source: `(?:${accounts})(?:${WHOSE}){1,4}(?:[ ]?[:=]|[ ][—–-])[ ]?${OPEN}${NAME}`, isName: isOwn },
  { source: `(?:${accounts})/(?:пароль|пасс?|pass(?:word)?)[ ]?[:=—–-][ ]?${OPEN}${NAME}`, isName: isOwn },
  {
    source: `(?:${accounts})[ ](?:для[ ]|от[ ]|в[ ]|к[ ])?(?:${programs})[ ]${OPEN}${NAME}`,
    isName: isOfSubscriber,
  },
  { source: `уч(?:\\.|[её]тн[а-яё]{2,3})[ ]записью[ ]${OPEN}${NAME}`, isName: isFormedName },
  {
    source: `(?<=\\()(?:login|username|user[ ]name|handle|логин|ник)[ ]${OPEN}${NAME}(?=["'»”]?\\))`,
    isName: isOwn,
  },
  {
    source: `(?:разблокируй(?:те)?|заблокируй(?:те)?|(?:сброс(?:ь|ьте|ить|ил|ила)?|смен[аи]|поменя[а-яё]{1,3})[ ]пароль[ ](?:для|у)|сброс[ ]пароля)[ ]${OPEN}${NAME}`,
    isName: isFormedName,
  },
];
const patterns = prosePatterns.map(({ source, isName }) => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}@./-])(?:${source})`, 'iuy'),
  isName,
}));
/** How the words above begin, folded; asked of every word of a text before the patterns are. */
const beginnings: ReadonlySet<string> = new Set(
  prosePatterns.flatMap(({ source }) =>
    [...beginningsOf(source.replace(/^\(\?<=\\\(\)/, ''), BEGINNING)].map((beginning) =>
      fold(/^[\p{L}\p{N}]*/u.exec(beginning)?.[0] ?? ''),
    ),
  ),
);
/** Without a Latin word behind a blank or a sign there is no account to tell of. */
const mayNameAccount = /[ :="'«“\\/—–-][A-Za-z][A-Za-z\d_.\\-]{2}/;

const notOwn =
  /^(?:admin|administrator|root|test|guest|user|login|password|pass|required|null|none|true|false|undefined|ok|error|failed|invalid|https?|www|not|the|is|active|blocked|disabled|enabled)$/i;

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
    pattern.lastIndex = from;
    const match = pattern.exec(text);
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
