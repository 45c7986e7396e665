import { chmod, copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isExecutable } from '@medley/step-worker';

/** A program that npm unpacked without its x bit cannot be run, and is not ours to change: run a copy of it. */
export async function runnableCopy(original: string, directory: string): Promise<string> {
  if (await isExecutable(original)) return original;
  const { size } = await stat(original);
  const copy = join(directory, `${basename(original)}-${size}`);
  if (await isExecutable(copy)) return copy;
  // Several workers may start at once: each makes its own copy, the last one stays.
  const partial = `${copy}.${process.pid}`;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await copyFile(original, partial);
  await chmod(partial, 0o700);
  await rename(partial, copy);
  return copy;
}
