import type { BlobStore } from '@medley/blobs';
import { AppError } from '@medley/kit';
import fc from 'fast-check';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

export interface Subject {
  store: BlobStore;
  close(): Promise<void>;
}

/** Guarantees of every driver. `open` returns an empty store. */
export function describeBlobStore(name: string, open: () => Promise<Subject>): void {
  describe(`the blob store on ${name}`, () => {
    let subject: Subject;
    let store: BlobStore;
    let directory: string;

    beforeEach(async () => {
      subject = await open();
      store = subject.store;
      directory = await mkdtemp(join(tmpdir(), 'medley-blobs-'));
    });

    afterEach(async () => {
      await subject.close();
      await rm(directory, { recursive: true, force: true });
    });

    it('returns any bytes, from every kind of source', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (array) => {
          const bytes = Buffer.from(array);
          const path = join(directory, 'source');
          await writeFile(path, bytes);
          for (const source of [bytes, Readable.from([bytes], { objectMode: false }), { path }]) {
            expect(await store.put('tasks/t/bytes', source)).toEqual({ size: bytes.length });
            expect(await buffer(await store.get('tasks/t/bytes'))).toEqual(bytes);
          }
        }),
        { numRuns: 10 },
      );
    });

    it('keeps a stream of many megabytes in order', async () => {
      const chunks = Array.from({ length: 20 }, (_, index) => Buffer.alloc(1_000_003, index));
      const { size } = await store.put('tasks/t/large', Readable.from(chunks, { objectMode: false }));
      expect(size).toBe(20 * 1_000_003);
      expect((await buffer(await store.get('tasks/t/large'))).equals(Buffer.concat(chunks))).toBe(true);
    });

    it('replaces a blob that is put again', async () => {
      await store.put('tasks/t/a', Buffer.from('first'));
      await store.put('tasks/t/a', Buffer.from('2nd'));
      expect(await text(await store.get('tasks/t/a'))).toBe('2nd');
      expect(await store.stat('tasks/t/a')).toEqual({ size: 3 });
    });

    it('copies a blob, so that each of both is deleted on its own', async () => {
      await store.put('tasks/t/a', Buffer.from('bytes'));
      expect(await store.copy('tasks/t/a', 'tasks/u/b')).toEqual({ size: 5 });
      // Again, as after a crash.
      await store.copy('tasks/t/a', 'tasks/u/b');
      await store.deletePrefix('tasks/t/');
      expect(await store.stat('tasks/t/a')).toBeNull();
      expect(await text(await store.get('tasks/u/b'))).toBe('bytes');
      await expect(store.copy('tasks/t/a', 'tasks/u/c')).rejects.toMatchObject({ code: 'INPUT_EXPIRED' });
    });

    it('returns a range with both ends included', async () => {
      await store.put('tasks/t/a', Buffer.from('0123456789'));
      expect(await text(await store.get('tasks/t/a', { start: 2, end: 4 }))).toBe('234');
      expect(await text(await store.get('tasks/t/a', { start: 8, end: 99 }))).toBe('89');
    });

    it('reports a missing blob', async () => {
      expect(await store.stat('tasks/t/none')).toBeNull();
      await expect(store.get('tasks/t/none')).rejects.toMatchObject({ code: 'INPUT_EXPIRED' });
      await expect(store.localPath('tasks/t/none', directory)).rejects.toMatchObject({
        code: 'INPUT_EXPIRED',
      });
    });

    it('stores nothing of a stream that fails, and rethrows its error unchanged', async () => {
      const failure = new AppError('SOURCE_TRUNCATED', 'cut');
      async function* broken(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(100);
        await Promise.resolve();
        throw failure;
      }
      await store.put('tasks/t/a', Buffer.from('before'));
      await expect(store.put('tasks/t/a', Readable.from(broken()))).rejects.toBe(failure);
      await expect(store.put('tasks/t/b', Readable.from(broken()))).rejects.toBe(failure);
      expect(await text(await store.get('tasks/t/a'))).toBe('before');
      expect(await store.stat('tasks/t/b')).toBeNull();
    });

    it('returns a local file with the bytes', async () => {
      await store.put('tasks/t/a', Buffer.from('local'));
      expect(await readFile(await store.localPath('tasks/t/a', directory), 'utf8')).toBe('local');
    });

    it('deletes exactly the blobs below a prefix', async () => {
      const keys = ['tasks/ab/1/x', 'tasks/ab/2/y', 'tasks/ab/z', 'tasks/abc/1/x'];
      for (const key of keys) await store.put(key, Buffer.from(key));
      await store.deletePrefix('tasks/ab/');
      await store.deletePrefix('tasks/none/');
      expect(await Promise.all(keys.map((key) => store.stat(key)))).toEqual([null, null, null, { size: 13 }]);
    });

    it('deletes by age only older blobs', async () => {
      for (const key of ['tasks/a/x', 'tasks/b/y', 'tasks/c/z']) await store.put(key, Buffer.from('x'));
      expect(await store.deleteOlder(60_000)).toBe(0);
      expect(await store.deleteOlder(-60_000)).toBe(3);
      expect(await store.stat('tasks/a/x')).toBeNull();
    });

    it.each([
      '',
      '/',
      'a//b',
      '/a',
      'a/',
      '../a',
      'a/../b',
      'a/..',
      '.a',
      'a/.b',
      'a b',
      'a\\b',
      'a\0',
      'ä',
      'x'.repeat(513),
    ])('refuses the key %j', async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a blob key');
      await expect(store.get(key)).rejects.toThrow('not a blob key');
      await expect(store.stat(key)).rejects.toThrow('not a blob key');
    });

    it('refuses a prefix that could match other keys', async () => {
      await expect(store.deletePrefix('tasks/ab')).rejects.toThrow('slash');
      await expect(store.deletePrefix('')).rejects.toThrow('slash');
      await expect(store.deletePrefix('../')).rejects.toThrow('not a blob key');
    });

    it('reports no health error while it works', async () => {
      expect(await store.checkHealth()).toBeNull();
    });
  });
}
