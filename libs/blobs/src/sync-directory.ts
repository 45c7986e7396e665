import { errorCodeOf } from '@medley/kit';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Flushes a directory to disk, so that a rename in it survives a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null; // already deleted
    throw error;
  });
  if (!directory) return;
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
