import { type Detector, type Match, confidence } from '../../document/match';
import type { EntityType } from '@medley/contracts';
import { hasSpokenSigns, readSpokenParts, topDomains } from '../../text/spoken/read-spoken-parts';
import { SpokenParts } from '../../text/spoken/spoken-parts';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('network');

/** Words that announce an address, by kind. */
const announcements = {
  mail: /^(?:почт[аеуы]|е?-?м[эе]йл[а-я]{0,2}|имейл[а-я]{0,2}|мыло|e-?mails?|mail|address)$/u,
  link: /^(?:сайт[аеу]?|ссылк[аеуи]|домен[а-я]?|адрес[а-я]?|site|website|web|url|domain|page|visit|www|to)$/u,
  account: new RegExp(`^${oneOf('accounts-announced')}$`, 'u'),
} as const;
type Kind = keyof typeof announcements;
/** Words between an announcement and the address. */
const between = new RegExp(`^${oneOf('between-announcement')}$`, 'u');
/** “at the …” begins no address. */
const articles = /^(?:the|a|an|this|that|our|your|my|its)$/u;
/** So many words of a name may stand apart, so many words before it is it announced. */
const NAME_WORDS = 4;
const ANNOUNCED = 7;
const PARTS_MAX = 12;
const HOST_WORDS = 3;

interface Range {
  first: number;
  last: number;
}

/** Where something may be read: at a sign, of parts from `from` on. */
interface Place {
  at: number;
  from: number;
}

interface Reader {
  type: EntityType;
  /** What is read around. */
  sign: RegExp;
  read(parts: SpokenParts, place: Place): Range | null;
  score: number;
}

/** “ann dot lee at example dot com”, «иван собака почта ру», “k.ferris (at) example.org”. */
export const detectSpokenMail = readBy({
  type: 'EMAIL',
  sign: /@/,
  read: readMail,
  score: confidence.stated,
});
/** “maple bakery dot com slash menu”, «столяр точка рф». */
export const detectSpokenLink = readBy({ type: 'URL', sign: /\./, read: readLink, score: confidence.shown });
/** “night underscore owl forty two”, «ник ветер точка семь». */
export const detectSpokenAccount = (type: EntityType): Detector =>
  readBy({ type, sign: /[._-]/, read: readName, score: confidence.formed });

/** A detector of what has signs in words. */
function readBy({ type, sign, read, score }: Reader): Detector {
  return (document) => {
    if (!hasSpokenSigns(document)) return [];
    const list = readSpokenParts(document);
    const parts = new SpokenParts(list);
    let from = 0;
    return list.flatMap((part, at): Match[] => {
      if (part.kind !== 'sign' || !sign.test(part.typed) || at < from) return [];
      const range = read(parts, { at, from });
      if (range === null) return [];
      from = range.last + 1;
      const { start, end } = parts.spanOf(range.first, range.last);
      return isTyped(document.text.slice(start, end)) ? [] : [{ start, end, type, score }];
    });
  };
}

/** Without a sign in words it is found as it is typed. */
function isTyped(written: string): boolean {
  return !/[ \])}]/.test(written);
}

function readMail(parts: SpokenParts, { at, from }: Place): Range | null {
  const host = readHost(parts, at + 1);
  if (host === null || !isMailSign(parts, at, host)) return null;
  const first = nameStart(parts, { at: at - 1, from }, 'mail');
  return first === null ? null : { first, last: host.last };
}

/** The bare English word is the sign only before a host whose dots are said: “at example dot com”. */
function isMailSign(parts: SpokenParts, at: number, host: Host): boolean {
  const sign = parts.at(at);
  if (sign === undefined || sign.isBracketed || sign.end - sign.start !== 2) return sign !== undefined;
  if (!host.isKnown || articles.test(parts.typed(at + 1))) return false;
  for (let index = at; index < host.last; index += 1)
    if (parts.typed(index) === '.' && parts.isWord(index)) return true;
  return false;
}

interface Host {
  last: number;
  isKnown: boolean;
}

/** A host from a part on; of some words up to its first dot. */
function readHost(parts: SpokenParts, start: number): Host | null {
  let at = start;
  const isInside = (index: number): boolean => parts.isAtom(index) && parts.isNext(index);
  while (at < start + HOST_WORDS && isInside(at) && parts.typed(at + 1) !== '.') {
    // «яндекс ру», “gmail com”
    if (at > start && topDomains.has(parts.typed(at))) return { last: at, isKnown: true };
    at += 1;
  }
  const host = isInside(at) ? readDotted(parts, at) : null;
  return host !== null && /^\p{L}{2,12}$/u.test(parts.typed(host.last)) ? host : null;
}

/** Labels with dots between, two at least. */
function readDotted(parts: SpokenParts, at: number): Host | null {
  let last = at;
  while (last < at + PARTS_MAX && parts.isJoint(last + 1, '.-')) last += 2;
  return last === at ? null : { last, isKnown: topDomains.has(parts.typed(last)) };
}

/** At the first dot of a host, with the path behind it. */
function readLink(parts: SpokenParts, { at, from }: Place): Range | null {
  if (!parts.isAtom(at - 1) || !parts.isNext(at)) return null;
  const host = parts.typed(at - 1) === 'www' ? readHost(parts, at + 1) : readDotted(parts, at - 1);
  if (host?.isKnown !== true) return null;
  let last = host.last;
  while (last < host.last + PARTS_MAX && parts.isSign(last + 1, '/') && parts.isAtom(last + 2)) last += 2;
  return { first: announcedStart(parts, { at: at - 1, from }, 'link') ?? at - 1, last };
}

/** At the first sign of a name of an account; a dot or a hyphen makes one only behind a word for accounts. */
function readName(parts: SpokenParts, { at, from }: Place): Range | null {
  if (!parts.isWord(at) || !parts.isAtom(at + 1) || !parts.isNext(at + 1)) return null;
  const first = nameStart(parts, { at: at - 1, from }, 'account');
  if (first === null || (parts.typed(at) !== '_' && !isAnnounced(parts, first, 'account'))) return null;
  let last = at + 1;
  while (last < at + PARTS_MAX) {
    if (parts.isJoint(last + 1, '._-')) last += 2;
    else if (parts.isNumber(last + 1) && parts.isNext(last + 1)) last += 1;
    else break;
  }
  return { first, last };
}

/** Where the name that ends at a part begins: parts joined by signs, numbers and letters; all words behind an announcement. */
function nameStart(parts: SpokenParts, { at, from }: Place, kind: Kind): number | null {
  if (!parts.isAtom(at) || !parts.isNext(at + 1)) return null;
  const announced = announcedStart(parts, { at, from }, kind);
  if (announced !== null) return announced;
  let first = at;
  while (first > at - PARTS_MAX && parts.isNext(first)) {
    const step = stepBack(parts, first);
    if (step === 0 || first - step < from) break;
    first -= step;
  }
  return first;
}

/** So many parts before a part are of the same name. */
function stepBack(parts: SpokenParts, first: number): number {
  if (parts.isSign(first - 1, '._-+')) return parts.isAtom(first - 2) ? 2 : 0;
  if (!parts.isAtom(first - 1) || between.test(parts.typed(first - 1))) return 0;
  return parts.isShort(first - 1) || parts.isShort(first) ? 1 : 0;
}

/** The first word behind an announcement, when only a name stands between. */
function announcedStart(parts: SpokenParts, { at: end, from }: Place, kind: Kind): number | null {
  let words = 0;
  for (let at = end; at >= from && at > end - PARTS_MAX; at -= 1) {
    if (at < end && opensName(parts, at, kind)) return at + 1;
    if (!parts.isNumber(at) && parts.isAtom(at) && !parts.isSign(at - 1, '._-+')) words += 1;
    if (parts.typed(at) === '@' || words > NAME_WORDS || !parts.isNext(at)) return null;
  }
  return null;
}

/** Whether a name begins behind a part: the announcement, or a small word behind it. */
function opensName(parts: SpokenParts, at: number, kind: Kind): boolean {
  const typed = parts.typed(at);
  if (announcements[kind].test(typed)) return true;
  return (typed === '@' || between.test(typed)) && isAnnounced(parts, at, kind);
}

function isAnnounced(parts: SpokenParts, before: number, kind: Kind): boolean {
  for (let at = before - 1; at >= Math.max(0, before - ANNOUNCED); at -= 1)
    if (announcements[kind].test(parts.typed(at))) return true;
  return false;
}
