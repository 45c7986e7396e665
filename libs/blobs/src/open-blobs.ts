import type { BlobSettings, ServiceContext } from '@medley/kit';
import type { BlobStore } from './blob-store';
import { openBlobStore } from './open-blob-store';

/** Opens the blob store of a service and registers its health check. */
export async function openBlobs(context: ServiceContext<BlobSettings>): Promise<BlobStore> {
  const blobs = await openBlobStore(context.config, context.logger);
  context.health.register('blobs', () => blobs.checkHealth());
  return blobs;
}
