import { confidence } from '../../document/match';
import { type EntityKind, kindWords } from '../entity-kind';
import type { Fake, Random } from '../../fakes/fake';
import { findByPattern } from '../../document/find-by-pattern';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('network');

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const version4 = `(?<![\\d.])${OCTET}(?:\\.${OCTET}){3}(?!\\d|\\.\\d)`;
const version6 =
  '(?<![\\p{L}\\p{N}:.])(?=[0-9a-f]{0,4}:)[0-9a-f:]{2,39}(?:\\.\\d{1,3}){0,3}(?![\\p{L}\\p{N}:])';
/** «from 95.165.18.203», “… port 22”: so are versions not written. */
const hostBefore = /(?<!\p{L})(?:from|via|for|с|со|для) $/iu;
const portAfter = /^(?::\d{2,5}(?!\d)| port \d|\/\d{1,2}(?!\d))/i;
const prefixLength = /^\/\d{1,3}(?!\d)/;

/** IPv4 and IPv6 addresses; a version number of four parts is recognized by its label. */
const detectIp = findByPattern({
  type: 'IP',
  pattern: new RegExp(`(?=[\\da-f:])(?:${version4}|${version6})`, 'giu'),
  judge: ({ text, start, end, label, document }) => {
    if (text.includes(':')) {
      const isNetwork = prefixLength.test(textAfter(document.text, end, 5));
      return isVersion6(text, isNetwork) ? confidence.stated : 0;
    }
    const isVersion =
      saysVersion(document.text, start, end) ?? (label === 'OTHER' && !isHost(document.text, start, end));
    return isVersion ? confidence.guess : confidence.shown;
  },
});

function isHost(text: string, start: number, end: number): boolean {
  return hostBefore.test(textBefore(text, start, 6)) || portAfter.test(textAfter(text, end, 8));
}

/**
 * Eight groups, or fewer around `::`; names in C++ and Rust («a::b») have no digits. One group alone is `::1`, or the
 * beginning of a network.
 */
function isVersion6(text: string, isNetwork: boolean): boolean {
  if (text === '::1') return true;
  const halves = text.split('::');
  if (halves.length > 2 || !/\d/.test(text)) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group) && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(group)))
    return false;
  return halves.length === 2
    ? groups.length >= (isNetwork ? 1 : 2) && groups.length <= 7
    : groups.length === 8;
}

/** The documentation ranges of RFC 5737 and RFC 3849; that for benchmarks (RFC 2544) when they are full. */
const fakeIp: Fake = (written, { random, isCrowded }) => {
  const four = /\d{1,3}(?:\.\d{1,3}){3}/;
  const net = random.pick(['192.0.2', '198.51.100', '203.0.113']);
  const made = isCrowded
    ? `198.${18 + random.below(2)}.${random.below(256)}.${1 + random.below(254)}`
    : `${net}.${1 + random.below(254)}`;
  return four.test(written) ? written.replace(four, made) : fakeIpv6(written, random);
};

function fakeIpv6(written: string, random: Random): string {
  const [address = '', tail = ''] = written.split(/(?=[%/])/);
  const isUpper = /[A-F]/.test(address);
  const groups = address.split(':').filter((group) => group !== '').length;
  const hex = (length: number): string =>
    Array.from({ length }, (_, i) => (i === 0 ? 1 + random.below(15) : random.below(16)).toString(16)).join(
      '',
    );
  let at = 0;
  const drawn =
    groups < 3
      ? `2001:db8::${hex(4)}:${hex(4)}`
      : address.replace(/[\da-f]+/gi, (group) => {
          at += 1;
          if (at === 1) return '2001';
          return at === 2
            ? group.length === 4 && group.startsWith('0')
              ? '0db8'
              : 'db8'
            : hex(group.length);
        });
  return (isUpper ? drawn.toUpperCase() : drawn) + tail;
}

/** Addresses of computers. */
export const ip: EntityKind = {
  detect: detectIp,
  fake: fakeIp,
  normalise: (value) => value.trim().toLowerCase(),
  ...kindWords('ip'),
  markerWords: ['IP_АДРЕС', 'IP_ADDRESS'],
  traits: { isBesideAccounts: true },
};

/** How far before a number of four parts the words count that tell what it is. */
const REACH = 90;
const nouns = oneOf('versioned-things');
const versionWords = `${nouns}|fw|верс\\.|апгрейд|upgrad|downgrad|откат|rollback|редакци|ядр[оа]|kernel|библиотек|приложени|changelog|ченджлог|framework|\\.net|пункт|подпункт|раздел|п\\.|пп\\.|стать|глав|оквэд|квр|косгу|кбк|гост|снип|section|clause|chapter`;
/** Of these a host may be the object: only where none is named. */
const verbs = 'поддержк|обнов[ил]|апдейт|updat|установ|накат|постав';
const hostWords = oneOf('host-words');
/** «Версия сервера 8.0.4.12», «прошивка камеры — 2.8.0.14», «обновите роутер до 3.0.1.7»: whose it is says nothing. */
const versionOf = new RegExp(
  `(?<!\\p{L})(?:${nouns}\\p{L}{0,4}(?: (?!(?:с|со|по|на|в|из|от|у|для|from|at|on|in|for|is) )[«"]?[\\p{L}-]{1,20}[»"]?){0,3} ?[:=№—–-]?|(?:обнов|upgrad|updat|откат)\\p{L}{1,8}(?: [\\p{L}\\d.-]{1,20}){0,4} (?:до|to)) {0,2}$`,
  'iu',
);
/** “Chrome/120.0.0.0”, “v1.2.3.4”, «Firefox 12.0.0.1» */
const productBefore = new RegExp(
  `(?:[\\p{L}\\d]/|(?<!\\p{L})(?:v|ver|rev)\\.? ?|${oneOf('products')}[ »"]{1,2})$`,
  'iu',
);
const versionAfter = new RegExp(
  `^\\.${oneOf('files-of-programs')}(?!\\p{L})|^ ?\\(?(?:x64|x86|64-bit|32-bit|64 бит)|^[^.!?\\n]{0,24}(?<!\\p{L})${nouns}`,
  'iu',
);
const versionPattern = new RegExp(`(?<!\\p{L})(?:${versionWords})`, 'giu');
const verbPattern = new RegExp(`(?<!\\p{L})(?:${verbs})`, 'iu');
const hostPattern = new RegExp(`(?<!\\p{L})${hostWords}`, 'giu');
/** Never a version: addresses of local networks but 10.x, which versions have too. */
const privatePattern = /^(?:192\.168\.|127\.0\.0\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

/** What the words around four numbers with dots say of them: a version or a host; null when they say nothing. */
function saysVersion(text: string, start: number, end: number): boolean | null {
  const before = textBefore(text, start, REACH);
  const clause = before.slice(Math.max(before.lastIndexOf('\n'), lastSentence(before)) + 1);
  if (productBefore.test(clause) || versionOf.test(clause)) return true;
  if (privatePattern.test(text.slice(start, end))) return false;
  const [version, host] = [lastOf(clause, versionPattern), lastOf(clause, hostPattern)];
  if (version !== host) return version > host;
  if (verbPattern.test(clause)) return true;
  return versionAfter.test(textAfter(text, end, 40)) ? true : null;
}

/** Where the last sentence begins; a full stop inside a number or a shortened word ends none. */
function lastSentence(before: string): number {
  return lastOf(before, /(?<=\p{Ll}{3}[.!?]) (?=\p{Lu})/gu);
}

function lastOf(text: string, pattern: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}
