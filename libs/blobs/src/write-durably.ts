import { constants } from 'node:fs';
import { chmod, copyFile, lstat, open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BlobSource } from './blob-store';
import { storageUnavailable } from './storage-error';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY, COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
const FILE_MODE = 0o600;
/** Bytes written at once; many small writes would slow down a fast source. */
const PART_BYTES = 1024 * 1024;

/** Wraps an error of the source, which must not be mapped like an error of the file system. */
export class SourceError extends Error {}

/** Creates a file with mode 0600, flushes it to disk and returns its size in bytes. */
export async function writeDurably(path: string, source: BlobSource): Promise<number> {
  if (!Buffer.isBuffer(source) && !(source instanceof Readable)) return copyDurably(path, source.path);
  const file = await open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, FILE_MODE);
  try {
    const size = await writeAll(file, source);
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

/** Reads the next part from the source while the previous one is written. */
async function writeAll(file: FileHandle, source: Buffer | Readable): Promise<number> {
  let size = 0;
  let part: Buffer[] = [];
  let partBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    writing = file.writeFile(Buffer.concat(part, partBytes));
    // The next `await writing` throws the error; the empty handler prevents an unhandled rejection until then.
    writing.catch(() => undefined);
    part = [];
    partBytes = 0;
  };
  try {
    for await (const chunk of chunksOf(source)) {
      size += chunk.length;
      part.push(chunk);
      partBytes += chunk.length;
      if (partBytes >= PART_BYTES) await flush();
    }
    if (partBytes > 0) await flush();
  } finally {
    await writing;
  }
  return size;
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
    throw new SourceError('the source failed', { cause });
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
