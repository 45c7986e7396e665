import { writtenMail } from '../network/find-spoken-mails';
import type { Random } from '../random';
import type { Fake } from './fake';
import { everyEnglishName } from './name-lists';
import { redraw } from './pour';

const exampleDomains = ['example.com', 'example.org', 'example.net'];

/** A word for each run of letters, digits for digits; what parts them stays. */
function fakeWords(written: string, random: Random): string {
  return written.replace(/\p{L}+|\d+/gu, (part) => {
    if (/\d/.test(part)) return redraw(part, random);
    const isShort = part.length < 3;
    const name = isShort
      ? redraw(part.replace(/[^a-z]/gi, 'a'), random)
      : random.pick(everyEnglishName()).toLowerCase();
    if (part === part.toUpperCase() && !isShort) return name.toUpperCase();
    return part[0] === part[0]?.toUpperCase() ? name.slice(0, 1).toUpperCase() + name.slice(1) : name;
  });
}

/** Domains of RFC 2606: no such mail can reach anybody. */
export const fakeEmail: Fake = (written, { random, isCrowded }) => {
  const plain = written.includes('@') ? written : writtenMail(written);
  const local = plain.slice(0, Math.max(0, plain.lastIndexOf('@')));
  const isShouted = written === written.toUpperCase();
  const drawn = `${fakeWords(local, random)}${isCrowded ? random.digits(4) : ''}`;
  const domain = random.pick(exampleDomains);
  return `${drawn}@${isShouted ? domain.toUpperCase() : domain}`;
};

/** Scheme and form stay; names in the path and values of the query go. */
export const fakeUrl: Fake = (written, { random, isCrowded }) => {
  const scheme = /^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?(?:www\.)?/iu.exec(written)?.[0] ?? '';
  const beyond = written.slice(scheme.length);
  const hostEnd = beyond.search(/[/?#]|$/);
  const host = beyond.slice(0, hostEnd);
  const rest = beyond.slice(hostEnd);
  const hasLabels = host.split('.').length > 2 || isCrowded || random.below(4) > 0;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const domain = `${hasLabels ? `${fakeWords('word', random)}.` : ''}${random.pick(exampleDomains)}`;
  return scheme + domain + port + fakePath(rest, random);
};

/** Keys of the query and the ending of a file are nobody's. */
function fakePath(path: string, random: Random): string {
  return path.replace(/(?<=[?&])[\w.-]+=|\.[a-z]{2,4}(?=[?#]|$)|[\p{L}\d]+/giu, (part) =>
    part.endsWith('=') || part.startsWith('.') ? part : redraw(part.replace(/[^\x21-\x7e]/gu, 'a'), random),
  );
}

export const fakeUsername: Fake = (written, { random, isCrowded }) =>
  `${fakeWords(written, random)}${isCrowded ? random.digits(3) : ''}`;

/** The documentation ranges of RFC 5737 and RFC 3849; that for benchmarks (RFC 2544) when they are full. */
export const fakeIp: Fake = (written, { random, isCrowded }) => {
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

/** Locally administered addresses: no maker's. */
export const fakeMac: Fake = (written, { random }) =>
  written.replace(/[\da-f]/gi, (digit, at: number) => {
    if (at === 1) return '2';
    const drawn = random.below(16).toString(16);
    return digit === digit.toLowerCase() ? drawn : drawn.toUpperCase();
  });
