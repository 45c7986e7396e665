import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { uploadBlobKey, uploadPrefix, type BlobStore } from '@medley/blobs';
import { AppError, errorCodeOf, messageOf, type Logger } from '@medley/kit';
import type { Stores, Upload } from '@medley/store';
import type { Caller } from '../../callers/caller';
import { FileInspector } from './inspect-file';
import { cannotStore, fileTooLarge, invalidFile, overStorageLimit } from './upload-errors';
import { uploadLimits } from './upload-limits';

export interface UploadDependencies {
  stores: Pick<Stores, 'uploads' | 'storage' | 'now'>;
  blobs: BlobStore;
  logger: Logger;
  /** Bytes of the largest file. */
  maxMediaBytes: number;
}

export interface NewFile {
  /** Of the file; null: unknown. */
  declaredBytes: number | null;
  filename: string | null;
}

/**
 * Store a file as an upload. Needs memory for some chunks only; after a failure nothing of it is kept.
 * @throws AppError MEDIA_TOO_LARGE, STORAGE_LIMIT, STORAGE_UNAVAILABLE, VALIDATION_ERROR for an empty file
 */
export async function receiveUpload(
  deps: UploadDependencies,
  caller: Caller,
  { stream, ...file }: NewFile & { stream: Readable },
): Promise<Upload> {
  const upload = await openUpload(deps, caller, { ...file, bytes: 0 });
  try {
    const stored = await storeFile(deps, upload.id, stream);
    return await finishUpload(deps, caller, { id: upload.id, ...stored });
  } catch (error) {
    await discardUpload(deps, upload.id);
    throw error;
  }
}

/** Store the record of a new upload. `bytes` count as stored from now on. @throws AppError MEDIA_TOO_LARGE, STORAGE_LIMIT */
export async function openUpload(
  { stores, maxMediaBytes }: UploadDependencies,
  { accountId, tariff }: Caller,
  { declaredBytes, filename, bytes }: NewFile & { bytes: number },
): Promise<Upload> {
  if ((declaredBytes ?? 0) > maxMediaBytes) throw fileTooLarge(maxMediaBytes);
  const limit = tariff.storage_bytes;
  if (limit !== null && (await stores.storage.recount(accountId)) + (declaredBytes ?? 1) > limit)
    throw overStorageLimit(limit);
  const now = stores.now();
  const upload: Upload = {
    id: randomUUID(),
    account_id: accountId,
    state: 'receiving',
    bytes,
    offset: 0,
    content_type: null,
    filename,
    sha256: null,
    is_used: false,
    created_at: now,
    expires_at: new Date(now.getTime() + uploadLimits.unusedMs),
  };
  await stores.uploads.insert(upload);
  return upload;
}

interface StoredFile {
  bytes: number;
  content_type: string;
  sha256: string;
}

/** Store the bytes of a file under the key of its upload and measure it. */
export async function storeFile(
  { blobs, maxMediaBytes }: UploadDependencies,
  id: string,
  source: Readable,
): Promise<StoredFile> {
  const inspector = new FileInspector(maxMediaBytes);
  const file = new PassThrough();
  const reading = pipeline(source, inspector, file);
  // Thrown by `put`, too, which reads the file.
  reading.catch(() => undefined);
  try {
    await blobs.put(uploadBlobKey(id), file);
    await reading;
  } catch (error) {
    throw toUploadError(error);
  }
  if (inspector.bytes === 0) throw invalidFile('is empty');
  return { bytes: inspector.bytes, content_type: inspector.contentType(), sha256: inspector.sha256() };
}

/** The upload can be used. Its real size may exceed the storage that was left. @throws AppError STORAGE_LIMIT */
export async function finishUpload(
  { stores }: UploadDependencies,
  { accountId, tariff }: Caller,
  { id, ...stored }: StoredFile & { id: string },
): Promise<Upload> {
  const expiresAt = new Date(stores.now().getTime() + uploadLimits.unusedMs);
  const upload = await stores.uploads.complete(id, stored, expiresAt);
  if (!upload) throw invalidFile('was deleted while it was received');
  const total = await stores.storage.recount(accountId);
  if (tariff.storage_bytes !== null && total > tariff.storage_bytes)
    throw overStorageLimit(tariff.storage_bytes);
  return upload;
}

/** Best effort: what remains is deleted when the record expires. */
async function discardUpload({ stores, blobs, logger }: UploadDependencies, id: string): Promise<void> {
  try {
    await blobs.deletePrefix(uploadPrefix(id));
    await stores.uploads.forget([id]);
  } catch (error) {
    logger.warn('an upload that failed was not deleted', { error: messageOf(error) });
  }
}

/** A full disk and a store that does not answer are the same to a client. */
export function toUploadError(error: unknown): unknown {
  const code = errorCodeOf(error);
  return error instanceof AppError && (code === 'STORAGE_FULL' || code === 'STORAGE_UNAVAILABLE')
    ? cannotStore(error)
    : error;
}
