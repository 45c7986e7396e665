import { chmod, copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isExecutable } from '@medley/step-worker';

/**
 * Returns the path of an executable copy of a program in `directory`, or the original when that is executable. npm may
 * unpack binaries without the executable bit, and `node_modules` may be read-only.
 */
export async function runnableCopy(original: string, directory: string): Promise<string> {
  if (await isExecutable(original)) return original;
  const { size } = await stat(original);
  const copy = join(directory, `${basename(original)}-${size}`);
  if (await isExecutable(copy)) return copy;
  // Workers that start at the same time write their own partial files; the last rename wins.
  const partial = `${copy}.${process.pid}`;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await copyFile(original, partial);
  await chmod(partial, 0o700);
  await rename(partial, copy);
  return copy;
}
