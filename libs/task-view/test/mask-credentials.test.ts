import fc from 'fast-check';
import { maskCredentials } from '../src/mask-credentials';

test.each([
  ['https://h/a.mp3?token=abc&part=1', 'https://h/a.mp3?token=***&part=1'],
  [
    'https://h/a?X-Amz-Signature=1&X-Amz-Credential=2&v=3',
    'https://h/a?X-Amz-Signature=***&X-Amz-Credential=***&v=3',
  ],
  ['https://h/a?sv=2024&sig=abc%3D', 'https://h/a?sv=2024&sig=***'],
  ['https://h/a?access%5Ftoken=abc', 'https://h/a?access%5Ftoken=***'],
  ['https://h/a?API_KEY=abc&key=x', 'https://h/a?API_KEY=***&key=***'],
  ['https://h/a#access_token=abc', 'https://h/a#access_token=***'],
  ['https://user:pw@h/a', 'https://***@h/a'],
  [
    'https://api.telegram.org/file/bot123:AA-b_c/voice.oga',
    'https://api.telegram.org/file/bot123:***/voice.oga',
  ],
])('%s is shown as %s', (url, shown) => {
  expect(maskCredentials(url)).toBe(shown);
});

test.each(['https://h/a%20b.mp3?author=x&monkey=1&q=%D1%8F', 'https://h/?=&&a=', 'https://h/tokens/a.mp3'])(
  '%s is shown as it is',
  (url) => {
    expect(maskCredentials(url)).toBe(url);
  },
);

test('a secret is masked wherever its parameter is', () => {
  const secret = 'S3CR3Tvalue';
  const other = fc.tuple(fc.webFragments(), fc.webFragments()).map(([name, value]) => `${name}=${value}`);
  const name = fc.constantFrom('token', 'Signature', 'x-goog-signature', 'password', 'client_secret');
  fc.assert(
    fc.property(fc.array(other), name, fc.array(other), (head, secretName, tail) => {
      const query = [...head, `${secretName}=${secret}`, ...tail].join('&');
      expect(maskCredentials(`https://h/a?${query}`)).not.toContain(secret);
    }),
  );
});
