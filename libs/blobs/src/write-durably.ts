import { constants } from 'node:fs';
import { chmod, copyFile, lstat, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BlobSource } from './blob-store';
import { storageUnavailable } from './storage-error';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY, COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
const FILE_MODE = 0o600;

/** Carries an error of the source past the mapping of our own file errors. */
export class SourceFailure extends Error {}

/** Make a new private file with the source's bytes, which are on the disk when it returns. Resolves to their count. */
export async function writeDurably(path: string, source: BlobSource): Promise<number> {
  if (!Buffer.isBuffer(source) && !(source instanceof Readable)) return copyDurably(path, source.path);
  const file = await open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, FILE_MODE);
  try {
    let size = 0;
    for await (const chunk of chunksOf(source)) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

async function* chunksOf(source: Buffer | Readable): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(source)) {
    yield source;
    return;
  }
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (let next = await readNext(chunks); !next.done; next = await readNext(chunks)) {
      yield Buffer.isBuffer(next.value) ? next.value : Buffer.from(next.value as string);
    }
  } finally {
    source.destroy();
  }
}

async function readNext(chunks: AsyncIterator<unknown>): Promise<IteratorResult<unknown>> {
  try {
    return await chunks.next();
  } catch (cause) {
    throw new SourceFailure('the source failed', { cause });
  }
}

async function copyDurably(path: string, from: string): Promise<number> {
  if (!(await lstat(from)).isFile()) throw storageUnavailable();
  await copyFile(from, path, COPYFILE_EXCL | COPYFILE_FICLONE);
  await chmod(path, FILE_MODE);
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
