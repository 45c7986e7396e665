import { Readable } from 'node:stream';
import { uploadPrefix } from '@medley/blobs';
import { DataStore, ERRORS, Upload as TusUpload } from '@tus/utils';
import type { Upload } from '@medley/store';
import type { Caller } from '../../callers/caller';
import {
  finishUpload,
  openUpload,
  storeFile,
  toUploadError,
  type UploadDependencies,
} from './receive-upload';
import { uploadLimits } from './upload-limits';

/** An error of the protocol: the library responds with its status and body. */
export class TusError extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor({ status_code, body }: { status_code: number; body: string }) {
    super(body);
    this.status_code = status_code;
    this.body = body;
  }
}

/**
 * Stores the uploads of one caller that resume. Each request adds parts; what was received before an interruption is kept.
 * When the last byte is there, the parts become the file of an ordinary upload.
 */
export class TusStore extends DataStore {
  override extensions = ['creation', 'expiration', 'termination'];

  constructor(
    private readonly deps: UploadDependencies,
    private readonly caller: Caller,
  ) {
    super();
  }

  /** Its whole size counts as stored from now on. */
  override async create(file: TusUpload): Promise<TusUpload> {
    const declaredBytes = file.size ?? 0;
    const filename = file.metadata?.['filename'] ?? null;
    const opened = await openUpload(this.deps, this.caller, {
      declaredBytes,
      filename,
      bytes: declaredBytes,
    });
    file.id = opened.id;
    file.creation_date = opened.created_at.toISOString();
    return file;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#find(id);
    let at = offset;
    for (const part of splitParts(source)) {
      const { size } = await this.deps.blobs.put(partKey(id, at), part).catch((error: unknown) => {
        throw toUploadError(error);
      });
      if (size === 0) break;
      if (!(await this.deps.stores.uploads.advance(id, at, at + size)))
        throw new TusError(ERRORS.INVALID_OFFSET);
      at += size;
    }
    if (at === upload.bytes) await this.#finish(upload);
    return at;
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const { bytes, offset, filename, created_at, state } = await this.#find(id);
    return new TusUpload({
      id,
      size: bytes,
      offset: state === 'complete' ? bytes : offset,
      metadata: filename === null ? {} : { filename },
      creation_date: created_at.toISOString(),
    });
  }

  override async remove(id: string): Promise<void> {
    const { account_id } = await this.#find(id);
    const { uploads, storage } = this.deps.stores;
    await uploads.beginDeletion(id, account_id);
    await this.deps.blobs.deletePrefix(uploadPrefix(id));
    await uploads.forget([id]);
    await storage.recount(account_id);
  }

  override getExpiration(): number {
    return uploadLimits.unusedMs;
  }

  /** Uploads of other accounts look as if they did not exist. */
  async #find(id: string): Promise<Upload> {
    const upload = await this.deps.stores.uploads.find(id);
    if (upload?.account_id !== this.caller.accountId || upload.state === 'deleting')
      throw new TusError(ERRORS.FILE_NOT_FOUND);
    return upload;
  }

  async #finish({ id, bytes }: Upload): Promise<void> {
    const stored = await storeFile(
      this.deps,
      id,
      Readable.from(this.#readParts(id, bytes), { objectMode: false }),
    );
    await finishUpload(this.deps, this.caller, { id, ...stored });
    await this.deps.blobs.deletePrefix(partsPrefix(id));
  }

  async *#readParts(id: string, bytes: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes;) {
      for await (const chunk of await this.deps.blobs.get(partKey(id, at))) {
        at += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    }
  }
}

function partsPrefix(id: string): string {
  return `${uploadPrefix(id)}parts/`;
}

function partKey(id: string, offset: number): string {
  return `${partsPrefix(id)}${offset}`;
}

/** Cut a stream into parts, each to be read before the next. A stream that breaks off ends its last part. */
function* splitParts(source: Readable): Generator<Readable> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let hasEnded = false;
  async function* readPart(): AsyncGenerator<Buffer> {
    for (let bytes = 0; bytes < uploadLimits.partBytes;) {
      const next = await chunks.next().catch(() => ({ done: true, value: undefined }) as const);
      if (next.done) {
        hasEnded = true;
        return;
      }
      bytes += next.value.length;
      yield next.value;
    }
  }
  while (!hasEnded) yield Readable.from(readPart(), { objectMode: false });
}
