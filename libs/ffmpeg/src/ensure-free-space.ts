import { statfs } from 'node:fs/promises';
import { AppError } from '@medley/kit';

/** Kept free for everybody else on the disk. */
const RESERVE_BYTES = 500_000_000;

/** @throws AppError STORAGE_FULL unless the disk has room for `bytes` more; `makes` is what is to be written */
export async function ensureFreeSpace(directory: string, bytes: number, makes: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < bytes + RESERVE_BYTES) throw noSpace(makes);
}

/** The failure for want of room. */
export function noSpace(makes: string): AppError {
  return new AppError('STORAGE_FULL', `no space is left for ${makes}`);
}
