import type { BlobSettings, Logger } from '@medley/kit';
import { resolve } from 'node:path';
import type { BlobStore } from './blob-store';
import { FsBlobStore } from './fs-blob-store';
import { S3BlobStore } from './s3-blob-store';

/**
 * The blob store of the settings: files below `DATA_DIR/blobs`, or an S3 bucket (path-style with a custom
 * endpoint). Does not wait for S3; `checkHealth()` reports when it does not answer.
 * @throws AppError when the directory cannot be created
 */
export async function openBlobStore(settings: BlobSettings, logger: Logger): Promise<BlobStore> {
  if (settings.BLOB_STORE === 's3') return S3BlobStore.open(settings, logger);
  return FsBlobStore.open(resolve(settings.DATA_DIR, 'blobs'));
}
