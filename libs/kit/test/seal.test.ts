import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { AppError, deriveKey, seal, unseal } from '@medley/kit';

const master = randomBytes(32).toString('base64');
const key = deriveKey(master, 'pii-mapping');

test('what was sealed opens to the same text, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (text) => unseal(key, seal(key, text, 'id'), 'id') === text.toWellFormed(),
    ),
  );
});

function withLastByteChanged(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
}

test('the same text never looks the same twice', () => {
  expect(seal(key, 'x', 'id')).not.toBe(seal(key, 'x', 'id'));
});

test.each([
  ['another record', (sealed: string) => unseal(key, sealed, 'other')],
  ['another purpose', (sealed: string) => unseal(deriveKey(master, 'file-links'), sealed, 'id')],
  [
    'another master key',
    (sealed: string) => unseal(deriveKey(randomBytes(32).toString('base64'), 'pii-mapping'), sealed, 'id'),
  ],
  ['a changed byte', (sealed: string) => unseal(key, withLastByteChanged(sealed), 'id')],
  ['too few bytes', () => unseal(key, 'AQ==', 'id')],
])('it does not open for %s, and trying again would not help', (_, open) => {
  const sealed = seal(key, 'a text that is long enough', 'id');
  let thrown: unknown;
  try {
    open(sealed);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(AppError);
  expect(thrown).toMatchObject({ code: 'INTERNAL_ERROR', retryable: false });
});
