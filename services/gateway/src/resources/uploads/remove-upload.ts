import { uploadPrefix, type BlobStore } from '@medley/blobs';
import type { Stores, Upload } from '@medley/store';

/** Delete an upload with its file; false when it is being deleted already. Tasks that have fetched it keep their results. */
export async function removeUpload(
  { stores, blobs }: { stores: Pick<Stores, 'uploads' | 'storage'>; blobs: BlobStore },
  { id, account_id }: Pick<Upload, 'id' | 'account_id'>,
): Promise<boolean> {
  const { uploads, storage } = stores;
  if (!(await uploads.beginDeletion(id, account_id))) return false;
  await blobs.deletePrefix(uploadPrefix(id));
  await uploads.forget([id]);
  await storage.recount(account_id);
  return true;
}
