import { createOutbound } from '@medley/outbound';
import fc from 'fast-check';
import { BlockList } from 'node:net';

const outbound = createOutbound({ allow: [] });
const embedded = createOutbound({ allow: ['127.0.0.0/8', '::1/128'] });

const loopbackSpellings = [
  'http://127.0.0.1', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/', 'http://0/',
  'http://127.0.0.1./', 'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://%31%32%37.0.0.1/', 'http://localhost',
  'http://LOCALHOST:80/x', 'http://localhost./', 'http://ip6-localhost/', 'http://ip6-loopback/', 'http://a.b.localhost/',
  'http://localhost.localdomain/', 'http://127.0.0.1:8080/', 'https://127.0.0.1/', 'http://127.0.0.1#@example.com',
  'http://127.0.0.1?@example.com', 'http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/', 'http://[64:ff9b::127.0.0.1]/', 'http://[2002:7f00:1::]/',
]; // prettier-ignore

const notPublic = [
  '0.0.0.1', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.255.255.254', '169.254.0.1', '172.16.0.1',
  '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1',
  '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '[::]', '[::1]', '[::2]', '[::8.8.8.8]',
  '[::ffff:8.8.8.8]', '[::ffff:a9fe:a9fe]', '[::ffff:0:8.8.8.8]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]', '[100::1]',
  '[2001::1]', '[2001:db8::1]', '[2002:808:808::1]', '[3fff::1]', '[3fff:fff::1]', '[5f00::1]', '[fc00::1]', '[fdff::1]',
  '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[4000::1]',
]; // prettier-ignore

const metadata = [
  '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '0xa9.0xfe.0xa9.0xfe', '169.254.170.2',
  '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '[64:ff9b::169.254.169.254]', '[2002:a9fe:a9fe::]', '100.100.100.200',
  '192.0.0.192', '168.63.129.16', '[fe80::a9fe:a9fe]', 'metadata.google.internal', 'metadata.google.internal.',
  'METADATA.google.internal', 'metadata',
]; // prettier-ignore

const malformed = [
  '', ' ', 'file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:text/plain,x', 'javascript:alert(1)',
  'dict://example.com/', 'concat:http://example.com/', 'hls+http://example.com/', '//example.com', 'example.com/x', 'http:',
  'http://', 'https://', 'http:///example.com', 'http:example.com', 'http:/example.com', 'http:\\\\example.com',
  'http:127.0.0.1', 'http:\\\\127.0.0.1', 'http://127.0.0.1\\@example.com', 'http://example.com\\@127.0.0.1',
  'http://exa\tmple.com', 'http://127.0.\n0.1', 'ht\ntp://example.com', ' http://example.com', 'http://example.com\n',
  'http://example.com/a\tb', 'http://example.com:99999/', 'http://example.com:x/', 'http://user@example.com/',
  'http://user:pass@example.com/', 'http://a@127.0.0.1/', 'http://@example.com/', 'http://[::1', 'http://[fe80::1%25eth0]/',
  'http://exa mple.com/', 'http://example.com:0/', `http://example.com/${'a'.repeat(2_049)}`,
]; // prettier-ignore

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
    expect(outbound.refuse(`http://${host}/x`)).toBe('leads to an address that is not public');
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

  it('is refused inside IPv6, be it special or not', () => {
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

describe('OUTBOUND_ALLOW opens what it names and nothing else', () => {
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
