import type * as S3 from '@aws-sdk/client-s3';
import type { Upload } from '@aws-sdk/lib-storage';
import { AppError, messageOf, type BlobSettings, type Logger } from '@medley/kit';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BLOBS_PREFIX, type BlobStats, type BlobSource, type BlobStore, type ByteRange } from './blob-store';
import { checkBlobKey, checkBlobPrefix } from './check-blob-key';
import { blobNotFound, fromFileError, storageUnavailable } from './storage-error';
import { MonitoredSource } from './monitored-source';

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** The SDK, loaded only by who opens a bucket: it takes 20 MB of memory. */
type Sdk = typeof S3 & { Upload: typeof Upload };

async function loadSdk(): Promise<Sdk> {
  return { ...(await import('@aws-sdk/client-s3')), ...(await import('@aws-sdk/lib-storage')) };
}

/** Blobs as objects of one bucket. */
export class S3BlobStore implements BlobStore {
  readonly #sdk: Sdk;
  readonly #client: S3.S3Client;
  readonly #bucket: string;

  private constructor(
    sdk: Sdk,
    settings: BlobSettings,
    private readonly logger: Logger,
  ) {
    this.#sdk = sdk;
    this.#client = connectS3(sdk, settings);
    this.#bucket = settings.S3_BUCKET ?? '';
  }

  /** Does not wait for the bucket. */
  static async open(settings: BlobSettings, logger: Logger): Promise<S3BlobStore> {
    return new S3BlobStore(await loadSdk(), settings, logger);
  }

  async put(key: string, source: BlobSource): Promise<BlobStats> {
    const Key = checkBlobKey(key);
    if (Buffer.isBuffer(source)) {
      await this.#call(() =>
        this.#client.send(new this.#sdk.PutObjectCommand({ Bucket: this.#bucket, Key, Body: source })),
      );
      return { size: source.length };
    }
    return this.#upload(Key, source instanceof Readable ? source : createReadStream(source.path));
  }

  async copy(from: string, to: string): Promise<BlobStats> {
    const source = checkBlobKey(from);
    const Key = checkBlobKey(to);
    const stats = await this.stat(source);
    if (!stats) throw blobNotFound();
    const CopySource = `${this.#bucket}/${source}`;
    await this.#call(() =>
      this.#client.send(new this.#sdk.CopyObjectCommand({ Bucket: this.#bucket, Key, CopySource })),
    );
    return stats;
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const Key = checkBlobKey(key);
    const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
    const { Body } = await this.#call(() =>
      this.#client.send(new this.#sdk.GetObjectCommand({ Bucket: this.#bucket, Key, Range })),
    );
    if (!(Body instanceof Readable)) throw storageUnavailable();
    return Readable.from(mapErrors(Body), { objectMode: false });
  }

  async stat(key: string): Promise<BlobStats | null> {
    const Key = checkBlobKey(key);
    try {
      const { ContentLength = 0 } = await this.#call(() =>
        this.#client.send(new this.#sdk.HeadObjectCommand({ Bucket: this.#bucket, Key })),
      );
      return { size: ContentLength };
    } catch (error) {
      if (error instanceof AppError && error.code === 'INPUT_EXPIRED') return null;
      throw error;
    }
  }

  async localPath(key: string, directory: string): Promise<string> {
    const path = join(directory, randomUUID());
    const body = await this.get(key);
    try {
      await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw fromFileError(error);
    }
  }

  async deletePrefix(prefix: string): Promise<void> {
    await this.#deleteWhere(checkBlobPrefix(prefix), () => true);
  }

  async deleteOlder(ageMs: number): Promise<number> {
    const before = Date.now() - ageMs;
    return this.#deleteWhere(
      BLOBS_PREFIX,
      ({ LastModified }) => !!LastModified && LastModified.getTime() < before,
    );
  }

  async checkHealth(): Promise<string | null> {
    try {
      await this.#client.send(new this.#sdk.HeadBucketCommand({ Bucket: this.#bucket }));
      return null;
    } catch (error) {
      const status =
        error instanceof this.#sdk.S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      return status ? `the bucket answers ${status}` : 'the blob store does not answer';
    }
  }

  /** Deletes one by one: a task has few blobs, and some S3 servers refuse the checksums of DeleteObjects. */
  async #deleteWhere(Prefix: string, shouldDelete: (blob: S3._Object) => boolean): Promise<number> {
    const Bucket = this.#bucket;
    const pages = this.#sdk.paginateListObjectsV2({ client: this.#client }, { Bucket, Prefix });
    let count = 0;
    await this.#call(async () => {
      for await (const { Contents = [] } of pages) {
        for (const blob of Contents.filter(shouldDelete)) {
          await this.#client.send(new this.#sdk.DeleteObjectCommand({ Bucket, Key: blob.Key }));
          count += 1;
        }
      }
    });
    return count;
  }

  /** Uses a multipart upload, so that a stream of unknown length needs little memory; a failed upload is aborted. */
  async #upload(Key: string, source: Readable): Promise<BlobStats> {
    const monitored = new MonitoredSource(source);
    const upload = new this.#sdk.Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key, Body: monitored.stream },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    try {
      await this.#call(() => upload.done());
      return { size: monitored.size };
    } catch (error) {
      source.destroy();
      throw monitored.failure ? monitored.failure.cause : error;
    }
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof this.#sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) {
        // A missing bucket is a configuration error, not an expired input.
        throw error.name === 'NoSuchBucket' ? storageUnavailable(error) : blobNotFound(error);
      }
      this.logger.warn('the blob store failed', { error: messageOf(error) });
      throw storageUnavailable(error);
    }
  }
}

async function* mapErrors(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (cause) {
    throw storageUnavailable(cause);
  }
}

function connectS3({ S3Client }: Sdk, settings: BlobSettings): S3.S3Client {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = settings;
  return new S3Client({
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT, forcePathStyle: true } : {}),
    // Many S3-compatible servers do not know the default checksums of newer SDKs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: IDLE_MS },
  });
}
