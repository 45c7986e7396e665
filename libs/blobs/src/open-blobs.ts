import { resolve } from 'node:path';
import type { BlobSettings, ServiceContext } from '@medley/kit';
import type { BlobStore } from './blob-store';
import { openBlobStore } from './open-blob-store';
import { showDiskSpace } from './show-disk-space';

/** Opens the blob store of a service and registers its health check and metrics. */
export async function openBlobs(context: ServiceContext<BlobSettings>): Promise<BlobStore> {
  const { config, logger, health, metrics } = context;
  const blobs = await openBlobStore(config, logger);
  health.register('blobs', () => blobs.checkHealth());
  if (config.BLOB_STORE === 'fs') showDiskSpace(metrics, resolve(config.DATA_DIR));
  return blobs;
}
