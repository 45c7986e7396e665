import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { environment } from '@medley/kit';

/** Searched after the directories of PATH. */
const SYSTEM_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin'];

/** The absolute path of an executable program on the PATH or in a system directory; null when there is none. */
export async function findProgram(name: string): Promise<string | null> {
  const path = environment()['PATH'] ?? '';
  const directories = new Set([...path.split(delimiter).filter(Boolean), ...SYSTEM_DIRECTORIES]);
  for (const directory of directories) {
    const candidate = join(directory, name);
    if (await isExecutable(candidate)) return candidate;
  }
  return null;
}

/** Whether a path is a file that this process may execute. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
