import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCodeOf, OperatorError } from '@medley/kit';

export const MANIFEST = 'manifest.json';
const FORMAT = 1;
const FAULTS_MAX = 20;

/** What a backup holds. It is written last, so that a backup without it is unfinished. */
export interface BackupManifest {
  format: number;
  /** The version of Medley that wrote it. */
  medley: string;
  created_at: string;
  /** Fingerprint of the master key of the database. */
  master_key: string;
  /** Of the key to which it was being rotated; absent: it was not. */
  next_master_key?: string;
  /** Number of documents by collection. */
  collections: Record<string, number>;
  /** Size in bytes and SHA-256 by path below the directory. */
  files: Record<string, { size: number; sha256: string }>;
}

/** Every file below a directory with its size and checksum. */
export async function describeFiles(directory: string): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = {};
  for await (const path of walk(directory)) {
    const { size } = await stat(join(directory, path));
    files[path] = { size, sha256: await hashOf(join(directory, path)) };
  }
  return files;
}

export function newManifest(facts: Omit<BackupManifest, 'format'>): BackupManifest {
  return { format: FORMAT, ...facts };
}

/** @throws OperatorError when the directory holds no finished backup, or one of another format */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(join(directory, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new OperatorError(`${directory} holds no finished backup: it has no ${MANIFEST}.`);
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format === FORMAT) return manifest;
  throw new OperatorError(`The backup has the format ${manifest.format}; this Medley reads ${FORMAT}.`);
}

/** @throws OperatorError that names the files which are missing or differ from the manifest */
export async function verifyFiles(directory: string, { files }: BackupManifest): Promise<void> {
  const faults: string[] = [];
  for (const [path, wanted] of Object.entries(files)) {
    if (faults.length === FAULTS_MAX) break;
    const fault = await faultOf(join(directory, path), wanted);
    if (fault) faults.push(`  ${path}: ${fault}`);
  }
  if (faults.length > 0) throw new OperatorError(`The backup is damaged:\n${faults.join('\n')}`);
}

async function faultOf(path: string, wanted: { size: number; sha256: string }): Promise<string | null> {
  try {
    const { size } = await stat(path);
    if (size !== wanted.size) return `${size} bytes instead of ${wanted.size}`;
    return (await hashOf(path)) === wanted.sha256 ? null : 'another checksum';
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return 'missing';
    throw error;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Paths of all files below a directory, without hidden directories, whose content is incomplete. None when it is missing. */
export async function* walk(directory: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(directory, below), { withFileTypes: true }).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* walk(directory, path);
    if (entry.isFile()) yield path;
  }
}
