import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './load-config';
import type { MasterKeys } from './master-keys';
import { errorCodeOf } from './to-failure';

const KEY_BYTES = 32;

/** A file of a data directory that holds a key of 32 bytes as text. */
interface KeyFile {
  name: string;
  encoding: 'base64' | 'base64url';
}

const masterKey: KeyFile = { name: 'master.key', encoding: 'base64' };
const previousMasterKey: KeyFile = { name: 'master.key.previous', encoding: 'base64' };
const operatorKey: KeyFile = { name: 'operator.key', encoding: 'base64url' };

/** The master keys of a data directory (base64): one is generated at the first call, readable by its owner only. */
export async function loadMasterKeys(dataDir: string): Promise<MasterKeys> {
  const current = await loadKey(dataDir, masterKey);
  return { current, ...(await findPrevious(dataDir, current)) };
}

/** The master keys of a data directory; null when it has none yet. @throws OperatorError when a file is damaged */
export async function findMasterKeys(dataDir: string): Promise<MasterKeys | null> {
  const current = await findKey(dataDir, masterKey);
  return current === null ? null : { current, ...(await findPrevious(dataDir, current)) };
}

/**
 * Put a new master key into the data directory and keep the one before as `master.key.previous`, so that the next start begins
 * its rotation. Nothing is lost when this is interrupted, and repeating it completes it.
 */
export async function replaceMasterKey(dataDir: string): Promise<void> {
  const path = join(dataDir, masterKey.name);
  await writeKey(draftOf(path), await readFile(path, 'utf8'));
  await rename(draftOf(path), join(dataDir, previousMasterKey.name));
  await writeKey(draftOf(path), newKey(masterKey));
  await rename(draftOf(path), path);
}

/** The operator's key of a data directory (base64url); null when it has none yet. */
export function findOperatorKey(dataDir: string): Promise<string | null> {
  return findKey(dataDir, operatorKey);
}

/** The same, generated at the first call. */
export function loadOperatorKey(dataDir: string): Promise<string> {
  return loadKey(dataDir, operatorKey);
}

/** Both files hold the same key after an interrupted {@link replaceMasterKey}. */
async function findPrevious(dataDir: string, current: string): Promise<Pick<MasterKeys, 'previous'>> {
  const previous = await findKey(dataDir, previousMasterKey);
  return previous === null || previous === current ? {} : { previous };
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
async function makeKey(dataDir: string, file: KeyFile): Promise<string> {
  const path = join(dataDir, file.name);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = draftOf(path);
  await writeKey(draft, newKey(file));
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(path, 'utf8')).trim();
}

function draftOf(path: string): string {
  return `${path}.${process.pid}`;
}

function newKey({ encoding }: KeyFile): string {
  return `${randomBytes(KEY_BYTES).toString(encoding)}\n`;
}

function writeKey(path: string, text: string): Promise<void> {
  return writeFile(path, text, { mode: 0o600, flush: true });
}
