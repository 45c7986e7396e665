import type { BlobSettings, Logger } from '@medley/kit';
import { resolve } from 'node:path';
import type { BlobStore } from './blob-store';
import { FsBlobStore } from './fs-blob-store';
import { S3BlobStore } from './s3-blob-store';

/**
 * The blob store of the settings: files below `DATA_DIR/blobs`, or an S3 bucket (path style at an endpoint of one's
 * own). An S3 that does not answer yet is no error here: `trouble()` says so until it does.
 * @throws AppError when the directory cannot be made
 */
export async function openBlobStore(settings: BlobSettings, logger: Logger): Promise<BlobStore> {
  if (settings.BLOB_STORE === 's3') return new S3BlobStore(settings, logger);
  return FsBlobStore.open(resolve(settings.DATA_DIR, 'blobs'));
}
