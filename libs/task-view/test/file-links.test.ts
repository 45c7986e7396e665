import type { BlobStore } from '@medley/blobs';
import { Keyring } from '@medley/kit';
import { createTaskView, mediaFilename } from '@medley/task-view';
import fc from 'fast-check';

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const keyringOf = (byte: number): Keyring => new Keyring({ current: keyOf(byte) });
const blobs = {} as BlobStore;
const view = createTaskView({ blobs, publicUrl: 'https://medley.example', keyring: keyringOf(1) });
const parts = { taskId: 'a-task', stepId: 'mp3', filename: 'Запись 1.mp3' };
const expires = new Date('2026-01-01T00:00:00Z');
const before = new Date('2025-12-31T23:59:59Z');

function verify(link: string, now = before): ReturnType<typeof view.verifyFileLink> {
  const { pathname, searchParams } = new URL(link);
  return view.verifyFileLink(pathname, searchParams, now);
}

test('a link is valid until it expires', () => {
  const link = view.signFileLink(parts, expires);

  expect(verify(link)).toEqual({ verdict: 'ok', ...parts });
  expect(verify(link, expires)).toEqual({ verdict: 'expired' });
});

test('a link with any one character changed is refused', () => {
  const link = view.signFileLink(parts, expires);
  const start = link.indexOf('/files/') + 7;

  fc.assert(
    fc.property(
      fc.integer({ min: start, max: link.length - 1 }),
      fc.constantFrom('x', '0', '-', '/'),
      (at, other) => {
        const changed = link.slice(0, at) + other + link.slice(at + 1);
        fc.pre(changed !== link);
        expect(verify(changed).verdict).toBe('tampered');
      },
    ),
  );
});

test.each([
  '',
  '?expires=99999999999',
  '?signature=x',
  '?expires=99999999999&signature=%00',
  '?expires=1e9&signature=x',
])('a link with the query "%s" is refused', (query) => {
  expect(verify(`https://medley.example/files/a-task/mp3/x.mp3${query}`).verdict).toBe('tampered');
});

test('a link of another key is refused', () => {
  const other = createTaskView({ blobs, publicUrl: 'https://medley.example', keyring: keyringOf(2) });

  expect(verify(other.signFileLink(parts, expires)).verdict).toBe('tampered');
});

test('during a rotation links of both keys are valid, and new ones are signed with the key that the database names', () => {
  const url = { blobs, publicUrl: 'https://medley.example' };
  const keyring = new Keyring({ current: keyOf(2), previous: keyOf(1) });
  const rotating = createTaskView({ ...url, keyring });
  const [old, next] = [view, createTaskView({ ...url, keyring: keyringOf(2) })].map((one) =>
    one.signFileLink(parts, expires),
  );
  const verdictOf = (link = ''): string =>
    rotating.verifyFileLink(new URL(link).pathname, new URL(link).searchParams, before).verdict;

  expect([verdictOf(old), verdictOf(next)]).toEqual(['ok', 'ok']);
  expect(rotating.signFileLink(parts, expires)).toBe(next);
  keyring.sealWith(keyringOf(1).current);
  expect(rotating.signFileLink(parts, expires)).toBe(old);
});

test.each([
  ['Talk.wav', 'Talk.mp3'],
  ['Встреча 12.05.m4a', 'Встреча 12.05.mp3'],
  ['../../etc/passwd', 'passwd.mp3'],
  ['C:\\x', 'x.mp3'],
  ['a\r\nSet-Cookie: x', 'aSet-Cookie_ x.mp3'],
  ['exe\u202Egpj.wav', 'exegpj.mp3'],
  ['..', 'step.mp3'],
  ['', 'step.mp3'],
  [null, 'step.mp3'],
  ['.mp3', 'mp3.mp3'],
])('the file name %j becomes %j', (given, name) => {
  expect(mediaFilename(given, 'step')).toBe(name);
});

test('a link is valid for any file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (given) => {
      const filename = mediaFilename(given, 'step');
      const link = view.signFileLink({ ...parts, filename }, expires);
      expect(verify(link)).toEqual({ verdict: 'ok', ...parts, filename });
    }),
  );
});
