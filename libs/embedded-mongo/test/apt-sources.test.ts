import { parseAptSources } from '../src/apt-sources';

test('a one-line list gives its package sources with their keyring, and no source packages', () => {
  const list = `
# deb http://old.example/debian bookworm main
deb http://first.example/debian bookworm main contrib # the mirror
deb-src http://first.example/debian bookworm main
deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] https://mirror.example/debian/ bookworm-updates main
  deb [ trusted=yes ] cdrom:[Debian]/ bookworm main
`;

  expect(parseAptSources('sources.list', list)).toEqual([
    {
      uri: 'http://first.example/debian',
      suites: ['bookworm'],
      components: ['main', 'contrib'],
      signedBy: null,
    },
    {
      uri: 'https://mirror.example/debian/',
      suites: ['bookworm-updates'],
      components: ['main'],
      signedBy: '/usr/share/keyrings/x.gpg',
    },
    { uri: 'cdrom:[Debian]/', suites: ['bookworm'], components: ['main'], signedBy: null },
  ]);
});

test('a deb822 file gives one source for each URI, without disabled stanzas', () => {
  const sources = `# the mirror
Types: deb deb-src
# http://snapshot.example/
URIs: http://first.example/debian https://other.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
Enabled: no

Types: deb-src
URIs: http://source.example/debian
Suites: bookworm
Components: main
`;

  expect(parseAptSources('debian.sources', sources)).toEqual(
    ['http://first.example/debian', 'https://other.example/debian'].map((uri) => ({
      uri,
      suites: ['bookworm', 'bookworm-updates'],
      components: ['main'],
      signedBy: '/usr/share/keyrings/debian-archive-keyring.gpg',
    })),
  );
});

test('a key inside a deb822 file is kept with all its lines', () => {
  const key = '\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINB\n -----END PGP PUBLIC KEY BLOCK-----';
  const sources = `Types: deb\nURIs: http://a.example/\nSuites: noble\nComponents: main\nSigned-By:${key}\n`;

  expect(parseAptSources('ubuntu.sources', sources)[0]?.signedBy).toBe(key);
});

test.each(['', '\n\n', 'nonsense', 'deb', 'deb http://only.example'])('%j gives no source', (text) => {
  expect(parseAptSources('sources.list', text)).toEqual([]);
  expect(parseAptSources('x.sources', text)).toEqual([]);
});
