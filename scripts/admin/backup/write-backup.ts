import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf, fingerprintOf, OperatorError, productVersion } from '@medley/kit';
import { dumpDatabase } from '@medley/store';
import { describeFiles, MANIFEST, newManifest, walk, type BackupManifest } from './backup-manifest';

/** Files of a data directory that a backup holds beside the database and the blobs. */
const OWN_FILES = /^(?:master\.key|operator\.key|first-account.*\.json)$/;

export interface BackupSource {
  dataDir: string;
  /** Of the embedded MongoDB. */
  url: string;
  masterKey: string;
}

/**
 * Write a backup of a data directory, also while its services run. The database is of one moment T, at which its server
 * holds all writes. Blobs are copied before and at T: one that the database names at T was stored before T and is removed
 * only after a later write of the database, so one of the two copies has it. Surplus blobs are removed as orphans.
 * @throws OperatorError when `to` is not empty
 */
export async function writeBackup(source: BackupSource, to: string): Promise<BackupManifest> {
  await requireEmpty(to);
  await mkdir(join(to, 'mongo'), { recursive: true, mode: 0o700 });
  await chmod(to, 0o700);
  const copyBlobs = (): Promise<void> => copyNew(join(source.dataDir, 'blobs'), join(to, 'blobs'));
  await copyBlobs();
  const collections = await dumpDatabase(source.url, join(to, 'mongo'), copyBlobs);
  for (const name of await readdir(source.dataDir)) {
    if (OWN_FILES.test(name))
      await copyFile(join(source.dataDir, name), join(to, name), constants.COPYFILE_EXCL);
  }
  const manifest = newManifest({
    medley: productVersion,
    created_at: new Date().toISOString(),
    master_key: fingerprintOf(source.masterKey),
    collections,
    files: await describeFiles(to),
  });
  await writeFile(join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flag: 'wx' });
  return manifest;
}

/** @throws OperatorError */
export async function requireEmpty(directory: string): Promise<void> {
  const entries = await readdir(directory).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) throw new OperatorError(`${directory} is not empty.`);
}

/** Copy the files that the target does not have; a blob never changes under its name. */
async function copyNew(from: string, to: string): Promise<void> {
  for await (const path of walk(from)) {
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(join(from, path), target, constants.COPYFILE_EXCL).catch((error: unknown) => {
      // Copied before, or removed in the meantime.
      if (!['EEXIST', 'ENOENT'].includes(errorCodeOf(error) ?? '')) throw error;
    });
  }
}
