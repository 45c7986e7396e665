import type { BlobSettings, ServiceContext } from '@medley/kit';
import type { BlobStore } from './blob-store';
import { openBlobStore } from './open-blob-store';

/** Open the blob store of a service, with its health check. */
export async function openBlobs(context: ServiceContext<BlobSettings>): Promise<BlobStore> {
  const blobs = await openBlobStore(context.config, context.logger);
  context.health.register('blobs', () => blobs.trouble());
  return blobs;
}
