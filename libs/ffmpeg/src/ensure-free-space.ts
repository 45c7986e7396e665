import { statfs } from 'node:fs/promises';
import { AppError } from '@medley/kit';

/** Bytes that stay free for other users of the disk. */
const RESERVE_BYTES = 500_000_000;

/**
 * Checks that the disk of a directory has `bytes` free, plus a reserve of 500 MB. `product` names what will be written, for
 * the error message.
 * @throws AppError STORAGE_FULL
 */
export async function ensureFreeSpace(directory: string, bytes: number, product: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < bytes + RESERVE_BYTES) throw noSpace(product);
}

/** The error for a full disk. */
export function noSpace(product: string): AppError {
  return new AppError('STORAGE_FULL', `no space is left for ${product}`);
}
