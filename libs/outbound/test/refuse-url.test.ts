import { createOutbound } from '@medley/outbound';
import fc from 'fast-check';
import { BlockList } from 'node:net';
import { loopbackSpellings, malformed, metadata, notPublic } from '@medley/testing';

const outbound = createOutbound({ allow: [] });
const embedded = createOutbound({ allow: ['127.0.0.0/8', '::1/128'] });

const fine = [
  'http://example.com', 'HTTP://EXAMPLE.COM/', 'https://example.com/a.mp3?x=1#t=10', 'https://example.com:8443/',
  'http://8.8.8.8/', 'http://134744072/', 'http://[2606:4700:4700::1111]/', 'https://пример.рф/запись 1.mp3',
  'http://example.com/@user', 'http://example.com/a\\b', 'http://localhost.example.com/', 'http://172.32.0.1/',
  'http://100.128.0.1/', `http://${'a'.repeat(64)}.example.com/`, 'http://mylocalhost/',
]; // prettier-ignore

describe('a URL is judged by its parsed host before anything is looked up', () => {
  it.each([...loopbackSpellings, ...malformed])('refuses %j', (url) => {
    expect(outbound.refuse(url)).toEqual(expect.any(String));
  });

  it.each([...notPublic, ...metadata])('refuses the host %s', (host) => {
    expect(outbound.refuse(`http://${host}/x`)).toMatch(
      /^leads to an address that is not public; the operator can allow .*OUTBOUND_ALLOW$/,
    );
  });

  it.each(fine)('accepts %j', (url) => {
    expect(outbound.refuse(url)).toBeNull();
  });

  it.each([22, 25, 6667, 5672, 27017, 6379, 9200])('refuses port %d', (port) => {
    expect(outbound.refuse(`http://example.com:${port}/`)).toBe(`port ${port} is not allowed`);
  });

  it('counts the length of a URL in code points', () => {
    const url = 'http://example.com/';
    expect(outbound.refuse(url + '🎵'.repeat(2_048 - url.length))).toBeNull();
    expect(outbound.refuse(url + '🎵'.repeat(2_049 - url.length))).toBe('must have at most 2048 characters');
  });

  it('never throws and answers every text with a sentence or null', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.string().map((text) => `http://${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const refusal = outbound.refuse(text);
        expect(refusal === null || refusal.length > 0).toBe(true);
      }),
    );
  });
});

describe('an IPv4 address', () => {
  const special = new BlockList();
  for (const cidr of [
    '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
    '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
    '224.0.0.0/4', '240.0.0.0/4',
  ]) {
    const [base = '', bits] = cidr.split('/');
    special.addSubnet(base, Number(bits));
  } // prettier-ignore

  it('is refused when it is special, in every spelling', () => {
    const addresses = fc.oneof(
      fc.ipV4(),
      fc.constantFrom(...notPublic.filter((host) => !host.startsWith('['))),
    );
    fc.assert(
      fc.property(addresses, (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const spellings = [
          address,
          `${number}`,
          `0x${number.toString(16)}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `${address}.`,
        ];
        fc.pre(special.check(address));
        for (const host of spellings) expect(outbound.refuse(`http://${host}/`)).not.toBeNull();
      }),
    );
  });

  it('is refused inside IPv6, whether special or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const hex = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
        const [high, low] = [`${hex[0]}${hex[1]}`, `${hex[2]}${hex[3]}`];
        for (const host of [
          `::ffff:${address}`,
          `::${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ]) {
          expect(outbound.refuse(`http://[${host}]/`)).not.toBeNull();
        }
      }),
    );
  });
});

describe('OUTBOUND_ALLOW allows the ranges it lists and nothing else', () => {
  it.each([
    'http://127.0.0.1:1234/x', 'http://localhost:1234/x', 'http://a.localhost:1/', 'http://127.9.9.9:6379/', 'http://[::1]:1/',
    'http://2130706433/', 'http://ip6-localhost/',
  ])('accepts %s', (url) => {
    expect(embedded.refuse(url)).toBeNull();
  }); // prettier-ignore

  it.each([
    'http://10.0.0.1/', 'http://0.0.0.0/', 'http://127.0.0.1:0/', 'http://[::ffff:10.0.0.1]/', 'http://[::]/',
    'http:127.0.0.1', 'http://a@127.0.0.1/', 'http://example.com:6379/',
  ])('still refuses %s', (url) => {
    expect(embedded.refuse(url)).not.toBeNull();
  }); // prettier-ignore

  it.each(metadata)('never opens the metadata host %s', (host) => {
    const open = createOutbound({ allow: ['0.0.0.0/0', '::/0'] });
    expect(open.refuse(`http://${host}/`)).not.toBeNull();
  });

  it('opens localhost by either of its addresses', () => {
    expect(createOutbound({ allow: ['::1/128'] }).refuse('http://localhost/')).toBeNull();
    expect(createOutbound({ allow: ['10.0.0.0/8'] }).refuse('http://localhost/')).not.toBeNull();
  });
});
