import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import type { Random } from '../../fakes/random';
import { findByPattern } from '../../document/find-by-pattern';
import { saysVersion } from './is-version';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const version4 = `(?<![\\d.])${OCTET}(?:\\.${OCTET}){3}(?![\\d]|\\.\\d)`;
const version6 =
  '(?<![\\p{L}\\p{N}:.])(?=[0-9a-f]{0,4}:)[0-9a-f:]{2,39}(?:\\.\\d{1,3}){0,3}(?![\\p{L}\\p{N}:])';
/** «from 95.165.18.203», “… port 22”: so are versions not written. */
const hostBefore = /(?<!\p{L})(?:from|via|for|с|со|для)[ ]$/iu;
const portAfter = /^(?::\d{2,5}(?!\d)|[ ]port[ ]\d|\/\d{1,2}(?!\d))/i;
const prefixLength = /^\/\d{1,3}(?!\d)/;

/** IPv4 and IPv6 addresses; a version number of four parts is recognized by its label. */
const detectIp = findByPattern({
  type: 'IP',
  pattern: new RegExp(`${version4}|${version6}`, 'giu'),
  judge: ({ text, start, end, label, document }) => {
    if (text.includes(':')) {
      const isNetwork = prefixLength.test(document.text.slice(end, end + 5));
      return isVersion6(text, isNetwork) ? confidence.stated : 0;
    }
    const isVersion =
      saysVersion(document.text, start, end) ?? (label === 'OTHER' && !isHost(document.text, start, end));
    return isVersion ? confidence.guess : confidence.shown;
  },
});

function isHost(text: string, start: number, end: number): boolean {
  return (
    hostBefore.test(text.slice(Math.max(0, start - 6), start)) || portAfter.test(text.slice(end, end + 8))
  );
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
  labels: {
    words: 'ip$ айпи хост host сервер server client_ip',
  },
  markerWords: ['IP_АДРЕС', 'IP_ADDRESS'],
  traits: { isBesideAccounts: true },
};
