import { uploadBlobKey } from '@medley/blobs';
import type { FetchOutput, MediaRef } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { detectMediaType, HEAD_BYTES } from '@medley/media-type';
import type { StepContext } from '@medley/step-worker';
import { buffer } from 'node:stream/consumers';
import type { MediaDurationPool } from './measure/media-duration-pool';

/**
 * Copy an uploaded file to the blobs of the task, inside the blob store. Its type and its limits are checked like those of
 * a download.
 * @throws AppError INPUT_EXPIRED when the upload is gone, MEDIA_TOO_LARGE, MEDIA_UNSUPPORTED, STORAGE_*
 */
export async function copyUpload(
  uploadId: string,
  { durations, maxBytes }: { durations: MediaDurationPool; maxBytes: number },
  { blobs, blobKey, taskId, signal, logger }: StepContext<'fetch'>,
): Promise<{ output: FetchOutput; media: MediaRef }> {
  const source = uploadBlobKey(uploadId);
  const stats = await blobs.stat(source);
  if (!stats) throw new AppError('INPUT_EXPIRED', 'the upload was deleted');
  if (stats.size > maxBytes)
    throw new AppError('MEDIA_TOO_LARGE', `the media is larger than ${maxBytes} bytes`);
  const head =
    stats.size === 0
      ? Buffer.alloc(0)
      : await buffer(await blobs.get(source, { start: 0, end: Math.min(stats.size, HEAD_BYTES) - 1 }));
  const result = detectMediaType(head);
  if ('refusal' in result) throw new AppError('MEDIA_UNSUPPORTED', result.refusal);
  const blob = blobKey('source');
  const { size } = await blobs.copy(source, blob);
  const duration = await durations.measure({ blobs, blob, size, account: taskId, signal, logger });
  const properties = { content_type: result.type, size, duration };
  return { output: properties, media: { blob, ...properties } };
}
