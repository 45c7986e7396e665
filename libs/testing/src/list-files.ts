import { type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of all files below a directory in which others may delete: one that is gone meanwhile has no files. */
export async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(ignoreMissing);
  const paths = entries.map((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? listFiles(path) : Promise.resolve([path]);
  });
  return (await Promise.all(paths)).flat();
}

function ignoreMissing(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
