import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './load-config';
import { errorCodeOf } from './to-failure';

const KEY_BYTES = 32;

/** The master key of a data directory (base64): generated at the first call, readable by its owner only. */
export async function loadMasterKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'master.key');
  return (await findMasterKey(dataDir)) ?? makeKey(dataDir, file);
}

/** The master key of a data directory; null when it has none yet. @throws OperatorError when the file is damaged */
export async function findMasterKey(dataDir: string): Promise<string | null> {
  const file = join(dataDir, 'master.key');
  try {
    const key = (await readFile(file, 'utf8')).trim();
    if (Buffer.from(key, 'base64').length === KEY_BYTES) return key;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
  throw new OperatorError(`${file} does not hold ${KEY_BYTES} bytes in base64`);
}

/** When two processes start at once, the first complete file wins. */
async function makeKey(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}
