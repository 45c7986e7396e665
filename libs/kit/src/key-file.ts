import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './load-config';
import { errorCodeOf } from './to-failure';

const KEY_BYTES = 32;

/** A file of a data directory that holds a key of 32 bytes as text. */
interface KeyFile {
  name: string;
  encoding: 'base64' | 'base64url';
}

const masterKey: KeyFile = { name: 'master.key', encoding: 'base64' };
const operatorKey: KeyFile = { name: 'operator.key', encoding: 'base64url' };

/** The master key of a data directory (base64): generated at the first call, readable by its owner only. */
export function loadMasterKey(dataDir: string): Promise<string> {
  return loadKey(dataDir, masterKey);
}

/** The master key of a data directory; null when it has none yet. @throws OperatorError when the file is damaged */
export function findMasterKey(dataDir: string): Promise<string | null> {
  return findKey(dataDir, masterKey);
}

/** The operator's key of a data directory (base64url); null when it has none yet. */
export function findOperatorKey(dataDir: string): Promise<string | null> {
  return findKey(dataDir, operatorKey);
}

/** The same, generated at the first call. */
export function loadOperatorKey(dataDir: string): Promise<string> {
  return loadKey(dataDir, operatorKey);
}

async function loadKey(dataDir: string, file: KeyFile): Promise<string> {
  return (await findKey(dataDir, file)) ?? makeKey(dataDir, file);
}

async function findKey(dataDir: string, { name, encoding }: KeyFile): Promise<string | null> {
  const path = join(dataDir, name);
  try {
    const key = (await readFile(path, 'utf8')).trim();
    if (Buffer.from(key, encoding).length === KEY_BYTES) return key;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
  throw new OperatorError(`${path} does not hold ${KEY_BYTES} bytes in ${encoding}`);
}

/** When two processes start at once, the first complete file wins. */
async function makeKey(dataDir: string, { name, encoding }: KeyFile): Promise<string> {
  const path = join(dataDir, name);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString(encoding)}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(path, 'utf8')).trim();
}
