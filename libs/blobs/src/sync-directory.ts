import { errorCodeOf } from '@medley/kit';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bring the names in a directory onto the disk, so that a rename outlives a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return null; // deleted again already
    throw error;
  });
  await directory?.sync().finally(() => directory.close());
}
