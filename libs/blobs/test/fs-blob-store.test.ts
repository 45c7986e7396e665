import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createLogger } from '@medley/kit';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describeBlobStore } from './blob-store-conformance';

const logger = createLogger('test', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });

async function openIn(dataDir: string): Promise<BlobStore> {
  return openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: dataDir, S3_REGION: 'us-east-1' }, logger);
}

describeBlobStore('files', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'medley-data-'));
  return { store: await openIn(dataDir), close: () => rm(dataDir, { recursive: true }) };
});

describe('blobs in files', () => {
  let dataDir: string;
  let store: BlobStore;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'medley-data-'));
    store = await openIn(dataDir);
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('are readable by their owner only', async () => {
    const source = join(dataDir, 'source');
    await writeFile(source, 'x', { mode: 0o644 });
    await store.put('tasks/t/bytes', Buffer.from('x'));
    await store.put('tasks/t/copied', { path: source });
    const modes = await Promise.all(
      ['blobs', 'blobs/tasks/t', 'blobs/tasks/t/bytes', 'blobs/tasks/t/copied'].map(
        async (path) => (await stat(join(dataDir, path))).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });

  it('leave no temporary file after a failure', async () => {
    const broken = new Readable({ read: (): void => void broken.destroy(new Error('cut')) });
    await expect(store.put('tasks/t/a', broken)).rejects.toThrow('cut');
    await expect(store.put('tasks/t/a', { path: join(dataDir, 'none') })).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
    expect(await readdir(join(dataDir, 'blobs', '.incoming'))).toEqual([]);
  });

  it('never follow a symbolic link, neither of a directory nor of a file', async () => {
    const outside = join(dataDir, 'outside');
    await mkdir(join(outside), { recursive: true });
    await writeFile(join(outside, 'secret'), 'secret');
    await mkdir(join(dataDir, 'blobs', 'tasks'));
    await symlink(outside, join(dataDir, 'blobs', 'tasks', 'linked'));
    await store.put('tasks/t/real', Buffer.from('x'));
    await symlink(join(outside, 'secret'), join(dataDir, 'blobs', 'tasks', 't', 'linked'));

    await expect(store.put('tasks/linked/new', Buffer.from('x'))).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
    await expect(store.get('tasks/linked/secret')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await expect(store.get('tasks/t/linked')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(await store.stat('tasks/t/linked')).toBeNull();
    await store.deletePrefix('tasks/linked/');
    expect(await readdir(outside)).toEqual(['secret']);
  });

  it('lose only what a killed process left half written', async () => {
    const incoming = join(dataDir, 'blobs', '.incoming');
    await writeFile(join(incoming, 'old'), 'x');
    await writeFile(join(incoming, 'new'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(incoming, 'old'), twoHoursAgo, twoHoursAgo);
    await openIn(dataDir);
    expect(await readdir(incoming)).toEqual(['new']);
  });

  it('can be stored while their task is deleted', async () => {
    const puts = Array.from({ length: 20 }, (_, index) => store.put(`tasks/t/${index}/x`, Buffer.from('x')));
    const deletes = Array.from({ length: 5 }, () => store.deletePrefix('tasks/t/'));
    await expect(Promise.all([...puts, ...deletes])).resolves.toBeDefined();
  });

  it('fail at the start when the directory is not usable', async () => {
    await writeFile(join(dataDir, 'file'), 'x');
    await expect(openIn(join(dataDir, 'file'))).rejects.toThrow(
      'the blobs directory in DATA_DIR cannot be used: ENOTDIR',
    );
  });

  it('report a missing directory', async () => {
    await rm(join(dataDir, 'blobs'), { recursive: true });
    expect(await store.checkHealth()).toBe('the directory of the blob store cannot be read');
    await expect(store.put('tasks/t/a', Buffer.from('x'))).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
  });
});
