import { AppError, errorCodeOf, messageOf } from '@medley/kit';
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  statfs,
  utimes,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { BLOBS_PREFIX, type BlobStats, type BlobSource, type BlobStore, type ByteRange } from './blob-store';
import { checkBlobKey, checkBlobPrefix } from './check-blob-key';
import { blobNotFound, fromFileError, isAbsent, storageFull, storageUnavailable } from './storage-error';
import { syncDirectory } from './sync-directory';
import { SourceError, writeDurably } from './write-durably';

const { O_NOFOLLOW, O_RDONLY } = constants;
const DIRECTORY_MODE = 0o700;
/** Free space that blobs leave for everything else on the disk, above all the database. */
const FREE_BYTES_MIN = 500_000_000;
/** No write takes this long (a fetch ends after 10 minutes), so an older temporary file was left by a crash. */
const STALE_MS = 60 * 60_000;
/** Each concurrent deletePrefix may remove the directory of a blob once more before the blob is in it. */
const PUBLISH_TRIES = 10;
const STALE_CHECK_MS = 10 * 60_000;
/** Begins with a dot, so no key can name it; on the file system of the blobs, so that the rename is atomic. */
const INCOMING = '.incoming';

/** Blobs as files below one directory. A blob gets its name only after all its bytes are on the disk. */
export class FsBlobStore implements BlobStore {
  #checkedAt = 0;

  /** `root` must be free of symbolic links. */
  private constructor(private readonly root: string) {}

  /** @throws AppError when the directory cannot be made */
  static async open(directory: string): Promise<FsBlobStore> {
    try {
      await mkdir(join(directory, INCOMING), { recursive: true, mode: DIRECTORY_MODE });
      const store = new FsBlobStore(await realpath(directory));
      await store.#deleteStaleUploads();
      return store;
    } catch (cause) {
      const reason = errorCodeOf(cause) ?? messageOf(cause);
      throw new AppError('STORAGE_UNAVAILABLE', `the blobs directory in DATA_DIR cannot be used: ${reason}`, {
        cause,
      });
    }
  }

  async put(key: string, source: BlobSource): Promise<BlobStats> {
    const target = this.#pathOf(key);
    const temporary = join(this.root, INCOMING, randomUUID());
    try {
      await this.#deleteStaleUploads();
      if (!Buffer.isBuffer(source)) await this.#checkFreeSpace();
      const size = await writeDurably(temporary, source);
      await this.#publish(temporary, target);
      return { size };
    } catch (error) {
      if (source instanceof Readable) source.destroy();
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error instanceof SourceError ? error.cause : fromFileError(error);
    }
  }

  async copy(from: string, to: string): Promise<BlobStats> {
    const target = this.#pathOf(to);
    const temporary = join(this.root, INCOMING, randomUUID());
    const { size } = await this.#statBlob(from);
    try {
      await link(this.#pathOf(from), temporary);
      // Both names share one time; a copy of an old blob must not be deleted by its age.
      const now = new Date();
      await utimes(temporary, now, now);
      await this.#publish(temporary, target);
      return { size };
    } catch (error) {
      throw isAbsent(error) ? blobNotFound(error) : fromFileError(error);
    } finally {
      // A rename onto another name of the same file leaves both.
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await this.#openBlob(key);
    return file.createReadStream(range ?? {});
  }

  async stat(key: string): Promise<BlobStats | null> {
    try {
      const stats = await this.#statBlob(key);
      return { size: stats.size };
    } catch (error) {
      if (error instanceof AppError && error.code === 'INPUT_EXPIRED') return null;
      throw error;
    }
  }

  async localPath(key: string): Promise<string> {
    await this.#statBlob(key);
    return this.#pathOf(key);
  }

  async deletePrefix(prefix: string): Promise<void> {
    const directory = join(this.root, checkBlobPrefix(prefix));
    // A concurrent put may create the directory again, hence the retries.
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(
      (error: unknown) => {
        throw fromFileError(error);
      },
    );
  }

  async deleteOlder(ageMs: number): Promise<number> {
    const before = Date.now() - ageMs;
    let count = 0;
    try {
      for (const path of await this.#listBlobs()) {
        const stats = await lstat(path).catch(() => null);
        if (!stats || stats.mtimeMs > before) continue;
        // Directories are kept: removing an empty one could race with a put into it.
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    } catch (error) {
      throw fromFileError(error);
    }
  }

  async checkHealth(): Promise<string | null> {
    try {
      await lstat(join(this.root, INCOMING));
      const { bavail, bsize } = await statfs(this.root);
      return bavail * bsize < FREE_BYTES_MIN ? 'the disk of the blob store is nearly full' : null;
    } catch {
      return 'the directory of the blob store cannot be read';
    }
  }

  #pathOf(key: string): string {
    return join(this.root, checkBlobKey(key));
  }

  async #checkFreeSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(this.root);
    if (bavail * bsize < FREE_BYTES_MIN) throw storageFull();
  }

  async #publish(temporary: string, target: string): Promise<void> {
    const directory = dirname(target);
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#makeDirectory(directory);
        await rename(temporary, target);
        break;
      } catch (error) {
        // A concurrent deletePrefix removed the directory.
        if (!isAbsent(error) || tries === PUBLISH_TRIES) throw error;
      }
    }
    await syncDirectory(directory);
  }

  /** Creates a directory and refuses a path that contains a symbolic link. */
  async #makeDirectory(directory: string): Promise<void> {
    await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
    await this.#refuseLinks(directory);
  }

  async #refuseLinks(directory: string): Promise<void> {
    if ((await realpath(directory)) !== directory) throw storageUnavailable();
  }

  async #openBlob(key: string): Promise<FileHandle> {
    const path = this.#pathOf(key);
    try {
      await this.#refuseLinks(dirname(path));
      return await open(path, O_RDONLY | O_NOFOLLOW);
    } catch (error) {
      throw isAbsent(error) ? blobNotFound(error) : fromFileError(error);
    }
  }

  async #statBlob(key: string): Promise<Stats> {
    const path = this.#pathOf(key);
    try {
      await this.#refuseLinks(dirname(path));
      const stats = await lstat(path);
      if (!stats.isFile()) throw blobNotFound();
      return stats;
    } catch (error) {
      throw isAbsent(error) ? blobNotFound(error) : fromFileError(error);
    }
  }

  async #listBlobs(): Promise<string[]> {
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = await readdir(join(this.root, BLOBS_PREFIX), options).catch((error: unknown) => {
      if (isAbsent(error)) return []; // no blob was stored yet
      throw error;
    });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  async #deleteStaleUploads(): Promise<void> {
    const now = Date.now();
    if (now - this.#checkedAt < STALE_CHECK_MS) return;
    this.#checkedAt = now;
    const directory = join(this.root, INCOMING);
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      const stats = await lstat(path).catch(() => null);
      if (stats && now - stats.mtimeMs > STALE_MS) await rm(path, { force: true });
    }
  }
}
