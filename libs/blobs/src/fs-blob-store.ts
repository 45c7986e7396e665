import { AppError, errorCodeOf, messageOf } from '@medley/kit';
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { BLOBS_PREFIX, type BlobFacts, type BlobSource, type BlobStore, type ByteRange } from './blob-store';
import { checkBlobKey, checkBlobPrefix } from './check-blob-key';
import { blobGone, fromFileError, isAbsent, storageFull, storageUnavailable } from './storage-error';
import { syncDirectory } from './sync-directory';
import { SourceFailure, writeDurably } from './write-durably';

const { O_NOFOLLOW, O_RDONLY } = constants;
const DIRECTORY_MODE = 0o700;
/** Room that media must leave for everybody else on the disk, the database above all. */
const FREE_BYTES_MIN = 500_000_000;
/** No write lasts this long (a fetch ends after 10 minutes), so an older temp file was left by a crash. */
const LEFTOVER_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Begins with a dot, so no key reaches into it; on the same file system as the blobs, so a rename is atomic. */
const INCOMING = '.incoming';

/** Blobs as files below one directory. A blob appears under its name only when all its bytes are on the disk. */
export class FsBlobStore implements BlobStore {
  #sweptAt = 0;

  /** `root` must be free of symbolic links. */
  private constructor(private readonly root: string) {}

  /** @throws AppError when the directory cannot be made */
  static async open(directory: string): Promise<FsBlobStore> {
    try {
      await mkdir(join(directory, INCOMING), { recursive: true, mode: DIRECTORY_MODE });
      const store = new FsBlobStore(await realpath(directory));
      await store.#sweepLeftovers();
      return store;
    } catch (cause) {
      const reason = errorCodeOf(cause) ?? messageOf(cause);
      throw new AppError('STORAGE_UNAVAILABLE', `the blobs directory in DATA_DIR cannot be used: ${reason}`, {
        cause,
      });
    }
  }

  async put(key: string, source: BlobSource): Promise<BlobFacts> {
    const target = this.#pathOf(key);
    const temporary = join(this.root, INCOMING, randomUUID());
    try {
      await this.#sweepLeftovers();
      if (!Buffer.isBuffer(source)) await this.#checkRoom();
      const size = await writeDurably(temporary, source);
      await this.#publish(temporary, target);
      return { size };
    } catch (error) {
      if (source instanceof Readable) source.destroy();
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error instanceof SourceFailure ? error.cause : fromFileError(error);
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await this.#openBlob(key);
    return file.createReadStream(range ?? {});
  }

  async stat(key: string): Promise<BlobFacts | null> {
    try {
      const facts = await this.#statBlob(key);
      return { size: facts.size };
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
    // A file that is being put right now makes the directory reappear for a moment: rm tries again.
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
        const facts = await lstat(path).catch(() => null);
        if (!facts || facts.mtimeMs > before) continue;
        // Directories stay: removing an empty one could race with a put into it.
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    } catch (error) {
      throw fromFileError(error);
    }
  }

  async trouble(): Promise<string | null> {
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

  async #checkRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.root);
    if (bavail * bsize < FREE_BYTES_MIN) throw storageFull();
  }

  async #publish(temporary: string, target: string): Promise<void> {
    const directory = dirname(target);
    try {
      await this.#enter(directory);
      await rename(temporary, target);
    } catch (error) {
      // A deletePrefix in between took the directory away: make it once more.
      if (!isAbsent(error)) throw error;
      await this.#enter(directory);
      await rename(temporary, target);
    }
    await syncDirectory(directory);
  }

  /** Make a directory and be sure that no link on the way leads elsewhere. */
  async #enter(directory: string): Promise<void> {
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
      throw isAbsent(error) ? blobGone(error) : fromFileError(error);
    }
  }

  async #statBlob(key: string): Promise<Stats> {
    const path = this.#pathOf(key);
    try {
      await this.#refuseLinks(dirname(path));
      const facts = await lstat(path);
      if (!facts.isFile()) throw blobGone();
      return facts;
    } catch (error) {
      throw isAbsent(error) ? blobGone(error) : fromFileError(error);
    }
  }

  async #listBlobs(): Promise<string[]> {
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = await readdir(join(this.root, BLOBS_PREFIX), options).catch((error: unknown) => {
      if (isAbsent(error)) return []; // nothing was ever put
      throw error;
    });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  async #sweepLeftovers(): Promise<void> {
    const now = Date.now();
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    const directory = join(this.root, INCOMING);
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      const facts = await lstat(path).catch(() => null);
      if (facts && now - facts.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
    }
  }
}
