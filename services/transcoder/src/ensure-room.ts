import { statfs } from 'node:fs/promises';
import { AppError } from '@medley/kit';

/** Kept free for everybody else on the disk. */
const RESERVE_BYTES = 500_000_000;

/** @throws AppError STORAGE_FULL unless the disk has room for a file of `bytes` here and again in the blob store */
export async function ensureRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < 2 * bytes + RESERVE_BYTES) {
    throw new AppError('STORAGE_FULL', 'no space is left for the MP3');
  }
}
